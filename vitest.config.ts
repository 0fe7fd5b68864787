import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestCase, type TestModule, type TestSpecification } from 'vitest/node';

/** Ends the output with the counts alone on a line, for whatever reads it. */
const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test: TestCase) => test.result().state));
    const count = (state: string): number => states.filter((other) => other === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length;
    process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken + errors.length} failed, ${count('skipped')} skipped\n`);
  },
};

/** The longest first, and then all that is not named. */
const longest: readonly RegExp[] = [/\/fairness\.test/, /\/kill-matrix-/, /./];

/** Begins with what takes longest, which nothing else says on a clean checkout: else one worker would end long after the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => longest.findIndex((name) => name.test(moduleId));
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: ['specs', 'packages/*', 'packages/release/test/packages', 'conformance'],
    reporters: ['default', closingLine],
  },
});
