import { BUMP_CASES } from './bump-cases.ts';
import { testBumps } from './test-bumps.ts';

testBumps(BUMP_CASES);
