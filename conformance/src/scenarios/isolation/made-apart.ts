import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type Json } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { freshCall } from '../idempotency/keyed-use.ts';
import { textsIn } from '../operations/holds-text.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { buyerBody } from '../resources/documents.ts';
import { companyIdOf, listedCompanies } from './listed-companies.ts';

/** Shorter texts may occur anywhere. */
const TELLING = 6;

/** Judges that what is made of an object, such as its invoice, names the company of the object and not another in its place (COMP-03). */
export async function judgeMadeApart(context: CheckContext, home: Company, away: Company): Promise<void> {
  const { entries } = await listedCompanies(context, home, (call) => context.send(call));
  const entryOf = (company: Company): Json | undefined => entries.find((entry) => companyIdOf(context, entry) === company.id);
  const sent = textsIn(buyerBody(context));
  const told = pairsOf(entryOf(home), entryOf(away)).filter((pair) => pair.every((text) => text.length >= TELLING && !sent.includes(text)));
  const isMaking = ({ effect }: OperationCase): boolean => effect.kind === 'act' && effect.after !== undefined;
  // One company after the other, so that data cached for the first shows in the second.
  for (const [company, place] of [[home, 0] as const, [away, 1] as const]) {
    for (const one of operationCases(context, company).filter(isMaking)) {
      await context.part(`${one.operation} in two companies`, async () => {
        const { body } = await context.prepare((await freshCall(context, one)).call);
        const wrong = told.find((pair) => body.includes(pair[1 - place] ?? '') && !body.includes(pair[place]));
        context.judge(wrong === undefined, {
          message: `${one.operation} in company ${company.id} must not name another company in its place.`,
          expected: wrong?.[place] ?? '',
          actual: wrong?.[1 - place] ?? '',
        });
      });
    }
  }
}

/** The texts that differ between two values in the same places. */
function pairsOf(one: Json | undefined, other: Json | undefined): readonly (readonly [string, string])[] {
  if (typeof one === 'string' && typeof other === 'string') return one === other ? [] : [[one, other]];
  if (!isObject(one) || !isObject(other)) return [];
  return Object.entries(one).flatMap(([name, value]) => pairsOf(value, other[name]));
}
