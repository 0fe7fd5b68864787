import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Ends the output with the counts alone on a line, for whatever reads it. A run in which no test ran is no success: its filter names none. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test: TestCase) => test.result().state));
    const count = (state: string): number => states.filter((other) => other === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length;
    const [passed, failed] = [count('passed'), count('failed') + broken + errors.length];
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${count('skipped')} skipped\n`);
    if (passed + failed > 0) return;
    process.stderr.write('No test ran, which is no success: correct the filter that was given to vitest.\n');
    process.exitCode = 1;
  },
};
