import { mutants } from '../../mutants/index.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { conformanceTests } from '../../src/vitest.ts';

// The tests of an implementer whose service has one fault. vitest.matrix.ts runs them in a separate vitest.
conformanceTests(async () => (await startFaultyService(mutants.find(({ mustBreak: [rule] }) => rule === 'COMP-01'))).target, {
  title: 'my service',
  rules: ['COMP-01', 'COMP-04', 'COMP-08', 'AUTH-07'],
  budget: 'quick',
  baseline: new Map([['AUTH-07', { failures: [], reason: 'was broken' }]]),
});
