import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleDocument } from '../../build/bundle.ts';
import { headersOf, messagesOf, signExamples } from '../../build/sign-examples.ts';
import { SPECS_FOLDER } from '../../lint/contract.ts';
import { nodeOf, nodesOf } from '../../lint/visitor.ts';

const SECRET = 'whsec_EXAMPLE_ONLY_7Jb2hQ';
const examples = join(SPECS_FOLDER, 'examples');
const signed = messagesOf(signExamples(await bundleDocument('asyncapi/events'), examples));

test('every example of an event is signed over the bytes of its file', () => {
  expect(signed.length).toBeGreaterThan(0);
  for (const [type, message] of signed) {
    expect(nodesOf(message.examples)).not.toEqual([]);
    for (const { name, headers } of nodesOf(message.examples)) {
      const body = readFileSync(join(examples, type, `${String(name)}.json`));
      const signature = createHmac('sha256', SECRET).update('1741946525.').update(body).digest('hex');
      expect(nodeOf(headers)).toEqual({ 'Service-Signature': `t=1741946525,v2=${signature}` });
    }
  }
});

test('the header of a signature has one as its example', () => {
  const [[, message] = []] = signed;
  const [[name, header] = []] = headersOf(nodeOf(message));
  expect(name).toBe('Service-Signature');
  expect(header?.examples).toEqual([expect.stringMatching(/^t=1741946525,v2=[0-9a-f]{64}$/)]);
});

test('a message whose header says no secret is left as it is', async () => {
  const header = { type: 'string' };
  const document = {
    channels: {
      webhook: { messages: { 'Thing.Create': { traits: [{ headers: { properties: { header } } }], examples: [{ name: 'one' }] } } },
    },
  };
  expect(signExamples(document, examples)).toEqual(document);
});
