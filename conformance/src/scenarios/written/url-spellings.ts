import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { type Series, written } from './series.ts';

/** Addresses that a URL parser would write differently, of a domain that never exists. */
const SPELLINGS = [
  'https://Conformance.INVALID:443',
  'https://conformance.invalid',
  'HTTPS://conformance.invalid/a/./b//%7ec/?Via=%41&n=1',
];

/** Judges that a webhook's Url is returned as it was sent, if the target accepts it. Which addresses it accepts is its choice. */
export async function judgeUrlSpellings(context: CheckContext, series: Series, base: JsonObject): Promise<void> {
  if (series.one.effect.resource !== 'webhook') return;
  for (const value of SPELLINGS) await written(context, series, base, [{ path: ['Url'], value }]);
  // Back to an address where deliveries arrive: retries to nowhere would only keep the target busy. What a creation makes is removed at once.
  if (series.one.effect.kind === 'update') await written(context, series, base, []);
}
