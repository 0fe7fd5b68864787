import { describe, expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../mutants/peer/faulty-receiver.ts';
import { parseReceiverTarget, type RuleResult, type RunEvent, runReceiverConformance } from '../../src/index.ts';
import { served } from './served.ts';

const rightOutcomes = { pass: 17, fail: 0, skip: 2, inconclusive: 0, error: 0 };

function outcomes(rules: readonly RuleResult[], outcome: RuleResult['outcome']): readonly string[] {
  return rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id);
}

describe('a receiver', () => {
  test('that keeps all rules passes them, and every event type is delivered for each', async () => {
    const { target, close } = await startReceiver();
    onTestFinished(close);
    const { rules, summary, cleanup } = await runReceiverConformance(target, { profile: 'reference', seed: 1 });
    expect(rules.filter(({ outcome }) => outcome !== 'pass').map(({ id }) => id)).toEqual(['RCV-17', 'RCV-18']);
    expect(summary).toEqual(rightOutcomes);
    expect(cleanup.left).toEqual([]);
    for (const { outcome, coverage } of rules) if (outcome === 'pass') expect(Math.min(...Object.values(coverage))).toBeGreaterThan(0);
  });

  test('is judged in a few hundred requests at the quick budget', async () => {
    const { target, close } = await startReceiver();
    onTestFinished(close);
    const { requests, summary } = await runReceiverConformance(target, { profile: 'reference', budget: 'quick' });
    expect(summary).toEqual(rightOutcomes);
    expect(requests).toBeLessThan(600);
  });

  test('is judged over TLS by the authority that is named, and is not reached without it', async () => {
    const { target, close } = await startReceiver({}, true);
    onTestFinished(close);
    const options = { profile: 'reference', budget: 'quick' } as const;
    expect((await runReceiverConformance(target, options)).summary).toEqual(rightOutcomes);
    const { caFile: _caFile, ...untrusted } = target;
    await expect(runReceiverConformance(untrusted, options)).rejects.toThrow('its certificate is not trusted');
  });

  test('that refuses everything fails by what it refuses wrongly, and its refusals count for nothing', async () => {
    const url = await served((_request, response) => response.writeHead(401).end());
    const { rules, summary } = await runReceiverConformance(parseReceiverTarget({ target: url, secret: 'secret' }));
    expect(outcomes(rules, 'fail')).toEqual(['RCV-01']);
    expect(outcomes(rules, 'pass')).toEqual([]);
    expect(summary.inconclusive).toBe(14);
  });

  test('that accepts everything fails by every refusal that it owes', async () => {
    const url = await served((request, response) => request.resume().on('end', () => response.writeHead(200).end()));
    const { rules } = await runReceiverConformance(parseReceiverTarget({ target: `${url}/hook?key=1`, secret: 'secret' }), {
      profile: 'reference',
    });
    expect(outcomes(rules, 'fail')).toEqual([
      'RCV-02',
      'RCV-03',
      'RCV-04',
      'RCV-05',
      'RCV-06',
      'RCV-08',
      'RCV-09',
      'RCV-12',
      'RCV-16',
      'RCV-19',
    ]);
  });

  test('is judged for its speed (RCV-14) before the other rules send anything', async () => {
    const { target, close } = await startReceiver();
    onTestFinished(close);
    const judged: string[] = [];
    const onEvent = (event: RunEvent): void => void (event.type === 'rule-judged' && judged.push(event.result.id));
    await runReceiverConformance(target, { rules: ['RCV-01', 'RCV-14'], budget: 'quick', onEvent });
    expect(judged).toEqual(['RCV-14', 'RCV-01']);
  });

  test('that closes the connection refuses the delivery', async () => {
    const right = await startReceiver({ isSender: () => true });
    onTestFinished(right.close);
    const url = await served(async (request, response) => {
      const { 'content-type': type = '', 'service-signature': signature } = request.headers;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const headers = { 'content-type': type, ...(typeof signature === 'string' && { 'service-signature': signature }) };
      const answer = await fetch(right.target.url, { method: 'POST', headers, body: Buffer.concat(chunks) });
      if (answer.ok) response.writeHead(answer.status).end();
      else request.socket.destroy();
    });
    const { summary } = await runReceiverConformance({ ...right.target, url }, { budget: 'quick', rules: ['RCV-0*'] });
    expect(summary).toMatchObject({ pass: 9, fail: 0, inconclusive: 0 });
  });

  test('whose effects nobody shows is judged by its answers alone, and the result says so', async () => {
    const { target, close } = await startReceiver({
      seenEvents: () => ({ claim: async (_evento, _signed, process) => await process() }),
    });
    onTestFinished(close);
    const { effects, ...unseen } = target;
    const options = { rules: ['RCV-13'], budget: 'quick' } as const;
    const [blind] = (await runReceiverConformance(unseen, options)).rules;
    expect(effects).toBeDefined();
    expect(blind).toMatchObject({ outcome: 'pass', reason: expect.stringContaining('--effects') });
    const [seen] = (await runReceiverConformance(target, options)).rules;
    expect(seen).toMatchObject({ outcome: 'fail', failure: { message: expect.stringContaining('processed once') } });
  });

  test('shows its effects by a command too', async () => {
    const { target, close } = await startReceiver();
    onTestFinished(close);
    const url = target.effects !== undefined && 'url' in target.effects ? target.effects.url : '';
    const script = `fetch(${JSON.stringify(url)}).then((answer) => answer.text()).then((text) => console.log(text))`;
    const command = `${JSON.stringify(process.execPath)} -e ${JSON.stringify(script)}`;
    const { rules } = await runReceiverConformance({ ...target, effects: { command } }, { rules: ['RCV-13'], budget: 'quick' });
    expect(rules).toMatchObject([{ outcome: 'pass', reason: null }]);
  });

  test.for([
    ['whose effects are something else', { effects: { command: 'echo "{}"' } }, /^effects: echo .* does not show/],
    ['whose command of effects fails', { effects: { command: 'exit 3' } }, /^effects: the command fails/],
    ['that nobody serves', { url: 'http://127.0.0.1:9/' }, /^target: http:\/\/127\.0\.0\.1:9\/ cannot be reached \(ECONNREFUSED\)/],
    ['whose authority cannot be read', { caFile: 'no-such-file.pem' }, /^caFile: no-such-file\.pem cannot be read/],
  ] as const)('%s cannot be judged, and one sentence says why', async ([, differences, sentence]) => {
    const { target, close } = await startReceiver();
    onTestFinished(close);
    await expect(runReceiverConformance({ ...target, ...differences })).rejects.toThrow(sentence);
  });

  test('shows nothing of its secret in the failures of its rules', async () => {
    const { target, close } = await startReceiver({ receive: async () => 500 });
    onTestFinished(close);
    const result = await runReceiverConformance(target, { budget: 'quick' });
    expect(result.summary.fail).toBe(1);
    expect(JSON.stringify(result)).not.toContain(target.secret);
  });
});
