import { clientOf } from '../../mutants/peer/faulty-client.ts';
import { parseClientTarget } from '../../src/index.ts';
import { clientTests } from '../../src/vitest.ts';

// The tests of a client that reports success for a refused operation. vitest.matrix.ts runs them in a separate vitest.
clientTests(parseClientTarget({ client: (environment, signal) => clientOf()(environment, signal).catch(() => {}) }), {
  title: 'my client',
  rules: ['CLI-01', 'CLI-08', 'CLI-11'],
  budget: 'quick',
});
