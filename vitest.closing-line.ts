import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Ends the output with the counts alone on a line, for whatever reads it. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test: TestCase) => test.result().state));
    const count = (state: string): number => states.filter((other) => other === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length;
    process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken + errors.length} failed, ${count('skipped')} skipped\n`);
  },
};
