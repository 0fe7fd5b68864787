import { startReceiver } from '../../mutants/peer/faulty-receiver.ts';
import { receiverTests } from '../../src/vitest.ts';

// The suite of somebody whose receiver reads the first v2 alone: vitest.matrix.ts runs it in a vitest of its own.
receiverTests(async () => (await startReceiver({ anyMatches: ([first], isRight) => first !== undefined && isRight(first) })).target, {
  title: 'my receiver',
  rules: ['RCV-01', 'RCV-06', 'RCV-16'],
});
