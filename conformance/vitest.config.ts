import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins with what takes longest, which nothing says on a clean checkout: else one worker ends long after the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/mutants\/(together-|dlv|hdr)/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Each faulty service is judged by a whole run of the suite: more at once would make the deliveries that it waits for late.
    maxConcurrency: 3,
    // The files of a worker share their modules, which take longer to load and to get quick than many files take.
    isolate: false,
  },
});
