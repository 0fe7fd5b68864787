import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { type Series, written } from './series.ts';

/** Addresses that a parser of URLs writes otherwise, of a domain that never exists. */
const SPELLINGS = [
  'https://Conformance.INVALID:443',
  'https://conformance.invalid',
  'HTTPS://conformance.invalid/a/./b//%7ec/?Via=%41&n=1',
];

/** Judges that the Url of a webhook is answered as it was sent, where it is taken: which addresses are is the target's choice. */
export async function judgeUrlSpellings(context: CheckContext, series: Series, base: JsonObject): Promise<void> {
  if (series.one.effect.resource !== 'webhook') return;
  for (const value of SPELLINGS) await written(context, series, base, [{ path: ['Url'], value }]);
  // Where deliveries arrive: what is sent nowhere would only keep the target busy.
  await written(context, series, base, []);
}
