import { startReceiver } from '../../mutants/peer/faulty-receiver.ts';
import { receiverTests } from '../../src/vitest.ts';

// The tests of a receiver that reads only the first v2. vitest.matrix.ts runs them in a separate vitest.
receiverTests(async () => (await startReceiver({ anyMatches: ([first], isRight) => first !== undefined && isRight(first) })).target, {
  title: 'my receiver',
  rules: ['RCV-01', 'RCV-06', 'RCV-16'],
});
