import { describe, expect, test } from 'vitest';
import { markdownReport } from '../../src/report/markdown-report.ts';
import { sampleFailure, sampleResult } from './sample-result.ts';

describe('the Markdown report', () => {
  test('says what the run came to, and has a section for each thing that a person must look at', () => {
    const titles = markdownReport(sampleResult())
      .split('\n')
      .filter((line) => line.startsWith('#'));
    expect(titles.map((title) => title.replace(/( IDEM-03) .*/, '$1'))).toEqual([
      '## http://127.0.0.1:8080: does not conform',
      '### ✗ IDEM-03',
      '### Known to fail',
      '### Errors in the suite itself',
      '### Too little was seen to judge',
      '### Skipped',
    ]);
  });

  test('is short where everything passes', () => {
    const report = markdownReport(sampleResult({}));
    expect(report).toContain('## http://127.0.0.1:8080: conforms');
    expect(report).not.toContain('###');
  });

  test('shows what a target answers as it is: it can end no code block', () => {
    const actual = '```\n<script>alert(1)</script>\n# A title';
    const report = markdownReport(sampleResult({ 'IDEM-03': { outcome: 'fail', failure: { ...sampleFailure, actual } } }));
    const [, block] = /\n(````text\n[\s\S]*?\n````)\n/.exec(report) ?? [];
    expect(block).toContain(actual);
  });

  test('shows a reason as text, whatever signs are in it', () => {
    const report = markdownReport(sampleResult({ 'SIG-01': { outcome: 'inconclusive', reason: 'no <b>delivery</b>\ncame *yet*' } }));
    expect(report).toContain('- SIG-01: no &#60;b&#62;delivery&#60;/b&#62; came &#42;yet&#42;');
  });
});
