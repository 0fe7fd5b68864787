import type { Check } from './check.ts';
import { documentChecks } from './document-checks.ts';
import { partyChecks } from './party-checks.ts';

/**
 * What the exchange system (SdI) refuses though the schema allows it, by its list of checks, as far as it can be judged without it. Left out
 * is what only its registers know (whether a number exists, 00311, 00320 to 00326), and what no document of the contract holds: withholding
 * tax and pension funds (00411 to 00415), split payment (00420), documents that are linked (00418), and kinds from TD16 on (00472 to 00475).
 */
export const exchangeChecks: readonly Check[] = [...partyChecks, ...documentChecks];
