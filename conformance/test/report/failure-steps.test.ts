import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { reporterKinds } from '../../src/cli/options.ts';
import { render } from '../../src/cli/reporter.ts';
import { stepLines, stepsOf } from '../../src/report/failure-steps.ts';
import { sampleFailure, sampleResult } from './sample-result.ts';

describe('the steps of a failure', () => {
  test('stand in the order in which they happened, deliveries among them, each with the reason why it is shown', () => {
    expect(stepsOf(sampleFailure).map(({ number, why }) => `${number}. ${why}`)).toEqual([
      '1. created the object in question',
      '2. under way at the same time; in flight together: 2, 4',
      '3. delivery to webhook 12, attempt 2: arrived at a webhook of this rule',
      '4. this was judged; in flight together: 2, 4',
    ]);
  });

  test('say of an exchange that the suite cut that it did', () => {
    const [first] = sampleFailure.exchanges;
    if (first === undefined) throw new Error('the sample has exchanges');
    const [step] = stepsOf({ ...sampleFailure, exchanges: [{ ...first, onPurpose: true }], deliveries: [] });
    expect(step?.why).toContain('the suite closed the connection');
  });

  test('show of a delivery its URL, its headers, its body and how it was answered', () => {
    const [step] = stepsOf({ ...sampleFailure, exchanges: [] });
    if (step === undefined) throw new Error('the sample has a delivery');
    const [url, ...rest] = [
      'https://localhost:4711/conformance-1a2b3c4d-hook-1',
      'service-signature: t=1777888800,v2=00ff',
      'answered 204',
    ];
    expect(stepLines(step).join('\n')).toContain(url);
    expect(rest.filter((text) => !stepLines(step).join('\n').includes(text))).toEqual([]);
  });

  test.for(reporterKinds.filter((kind) => kind !== 'github' && kind !== 'har'))(
    'are in the %s report, and the deliveries with them',
    (kind) => {
      const report = stripVTControlCharacters(render(kind, sampleResult()));
      expect(report).toContain('arrived at a webhook of this rule');
      expect(report).toContain('conformance-1a2b3c4d-hook-1');
      expect(report).toContain('created the object in question');
    },
  );
});
