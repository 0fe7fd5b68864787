import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { closingLine } from './vitest.closing-line.ts';

/** Begins with the samples of mutants and variations: they take longest, and one worker alone would end with them. */
class SamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => (moduleId.endsWith('/sample.test.ts') ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SamplesFirst },
    projects: ['specs', 'packages/*', 'tools/*', 'conformance'],
    reporters: ['default', closingLine],
  },
});
