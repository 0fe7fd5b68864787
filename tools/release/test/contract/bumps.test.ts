import { BUMP_CASES } from './bump-cases.ts';
import { testBumps } from './test-bumps.ts';

/** Every fourth change. All of them are made with `pnpm test:matrix`. */
testBumps(BUMP_CASES.filter((_case, index) => index % 4 === 0));
