import { describe, expect, test } from 'vitest';
import type { Reporter } from '../../src/cli/common-options.ts';
import { reportersOfActions, withoutCommands } from '../../src/cli/reporter.ts';

const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/tmp/summary.md' };
const usual: readonly Reporter[] = [{ kind: 'console' }];

describe('in a step of GitHub Actions', () => {
  test('annotations and the summary of the step are written by default, and nowhere else', () => {
    expect(reportersOfActions(usual, env)).toEqual([{ kind: 'github' }, { kind: 'markdown', file: '/tmp/summary.md' }]);
    expect(reportersOfActions(usual, {})).toEqual([]);
  });

  test('reports from the command line are not written twice', () => {
    const own: readonly Reporter[] = [{ kind: 'github' }, { kind: 'markdown', file: '/tmp/summary.md' }];
    expect(reportersOfActions(own, env)).toEqual([]);
  });

  test('a report for a machine on standard output stays whole', () => {
    expect(reportersOfActions([{ kind: 'json' }], { GITHUB_ACTIONS: 'true' })).toEqual([]);
  });

  test('nothing in the log becomes a command', () => {
    const text = withoutCommands('::error::forged\n', env);
    expect(text).toMatch(/^::stop-commands::([\w-]+)\n::error::forged\n::\1::\n$/);
    expect(withoutCommands('::error::forged\n', {})).toBe('::error::forged\n');
  });
});
