import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { parseReceiverTarget, type RuleResult, runReceiverConformance } from '../../src/index.ts';
import { served } from './served.ts';

const SECRET = 'whsec_Rq8sV2tY5wZ1xC4bN7mK0jH3gF6dS9aP';

/** A receiver that verifies with the library of another product, whose header has the same form with other names. */
async function judgeStripe(): Promise<readonly RuleResult[]> {
  const { webhooks } = new Stripe('no key is needed to verify');
  // The caller chooses the name of the header. The library fixes the name of the element.
  Object.assign(webhooks.signature ?? {}, { EXPECTED_SCHEME: 'v2' });
  const processed = new Map<string, number>();
  const url = await served(async (request, response) => {
    if (request.method === 'GET') return void response.end(JSON.stringify({ processed: Object.fromEntries(processed) }));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { 'service-signature': header = '' } = request.headers;
    try {
      const event: object = webhooks.constructEvent(Buffer.concat(chunks), header, SECRET);
      if ('EventGuid' in event) processed.set(String(event.EventGuid), 1);
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  const target = parseReceiverTarget({ target: `${url}/webhook`, secret: SECRET, effects: `${url}/effects` });
  return (await runReceiverConformance(target, { profile: 'reference', seed: 1 })).rules;
}

test('a receiver on the library of Stripe, told our header, breaks the three rules that docs/first-report.md names', async () => {
  const rules = await judgeStripe();
  const actual = (outcome: RuleResult['outcome']): readonly string[] =>
    rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id);
  expect(actual('fail')).toEqual(['RCV-08', 'RCV-12', 'RCV-16']);
  expect(actual('skip')).toEqual(['RCV-15', 'RCV-17', 'RCV-18']);
  expect(actual('pass')).toHaveLength(13);
});
