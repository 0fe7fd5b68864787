import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { consoleReport } from '../../src/report/console-report.ts';
import { sampleResult } from './sample-result.ts';

const text = stripVTControlCharacters(consoleReport(sampleResult()));

describe('the console report', () => {
  it('begins with what failed, and ends with the counts', () => {
    expect(text.trimStart()).toMatch(/^✗ IDEM-03 /);
    expect(text.split('\n').at(-1)).toMatch(/^\d+ passed \(1 unexpectedly\), 2 failed \(1 known\), 1 skipped, 1 inconclusive, 1 errors$/);
  });

  it('says of a failure its clause, what was expected and came, the smallest case, the seed, and a script that sends it again', () => {
    expect(text).toContain('clause        Idempotency: Retry, same key');
    expect(text).toContain('expected      201');
    expect(text).toContain('smallest case {"creation":contact,"rest":["nothing"]}');
    expect(text).toContain('again         --rule IDEM-03 --seed 7');
    expect(text).toContain('curl -sS');
  });

  it('names what is known to fail and what passed unexpectedly, with the reasons of the baseline', () => {
    expect(text).toMatch(/Known to fail:\n {2}✗ COMP-03 {2}ticket 4711/);
    expect(text).toMatch(/Passed although the baseline says that they fail.*\n {2}✓ COMP-04 {2}was broken once/);
  });
});
