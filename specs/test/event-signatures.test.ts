import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundleDocument } from '../build/bundle.ts';
import { SPECS_FOLDER } from '../lint/contract.ts';
import { messagesOf } from '../lint/examples/check-events.ts';

interface MessageFile {
  readonly examples: readonly { readonly name: string; readonly headers: { readonly 'Service-Signature': string } }[];
}

const SECRET = 'whsec_EXAMPLE_ONLY_7Jb2hQ';
const messages = messagesOf(await bundleDocument('asyncapi/events')).map(({ name }) => name);

describe.each(messages)('the examples of %s', (name) => {
  test('are signed over the bytes of their files', () => {
    const message: MessageFile = parse(readFileSync(join(SPECS_FOLDER, `asyncapi/messages/${name}.yaml`), 'utf8'));
    for (const example of message.examples) {
      const header = example.headers['Service-Signature'];
      const [timestamp] = /\d+/.exec(header) ?? [];
      const body = readFileSync(join(SPECS_FOLDER, `examples/${name}/${example.name}.json`));
      const signature = createHmac('sha256', SECRET).update(`${timestamp}.`).update(body).digest('hex');
      expect(header).toBe(`t=${timestamp},v2=${signature}`);
    }
  });
});
