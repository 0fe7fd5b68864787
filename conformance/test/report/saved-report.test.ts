import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/model/configuration-error.ts';
import { jsonReport } from '../../src/report/json-report.ts';
import { parseSavedReport } from '../../src/report/saved-report.ts';
import { sampleResult } from './sample-result.ts';

describe('a saved report', () => {
  test('holds what is needed to reproduce its failures', () => {
    const saved = parseSavedReport(jsonReport(sampleResult()), 'report.json');
    expect(saved).toMatchObject({ role: 'service', profile: 'stated', budget: 'standard', seed: 7 });
    expect(saved.failed.toSorted()).toEqual(['COMP-03', 'IDEM-03']);
    // COMP-03 is not a property, and has no path.
    expect([...saved.replay]).toEqual([['IDEM-03', { property: 1, path: '0:1', replayPath: 'BAB:F' }]]);
  });

  test.for([
    ['no JSON', '{'],
    ['null', 'null'],
    ['another document', '{"version":"2.1.0"}'],
    ['a report of another shape', '{"schemaVersion":2,"rules":[]}'],
    ['a seed that is none', '{"schemaVersion":1,"profile":"stated","seed":"x","rules":[]}'],
    [
      'a report with something else in the place of a rule',
      '{"schemaVersion":1,"profile":"stated","budget":"quick","seed":1,"rules":[null]}',
    ],
    ['a report without failures', jsonReport(sampleResult({}))],
  ] as const)('is refused with a sentence when it is %s', ([, text]) => {
    expect(() => parseSavedReport(text, 'report.json')).toThrow(ConfigurationError);
  });
});
