import { clientOf } from '../../mutants/peer/faulty-client.ts';
import { parseClientTarget } from '../../src/index.ts';
import { clientTests } from '../../src/vitest.ts';

// The suite of somebody whose client says that a refused operation has succeeded: vitest.matrix.ts runs it in a vitest of its own.
clientTests(parseClientTarget({ client: (environment, signal) => clientOf()(environment, signal).catch(() => {}) }), {
  title: 'my client',
  rules: ['CLI-01', 'CLI-08', 'CLI-11'],
  budget: 'quick',
});
