import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type Json } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, lacking, Skip } from '../../model/verdict.ts';
import { freshCall } from '../../scenarios/idempotency/use.ts';
import { judgeCreatedInBoth } from '../../scenarios/isolation/created-in-both.ts';
import { judgeForeignEvents } from '../../scenarios/isolation/foreign-events.ts';
import { judgeForeignObjects } from '../../scenarios/isolation/foreign-objects.ts';
import { judgeForeignReferences } from '../../scenarios/isolation/foreign-references.ts';
import { companyIdOf, listedCompanies } from '../../scenarios/isolation/listed-companies.ts';
import { judgeListsApart } from '../../scenarios/isolation/lists-apart.ts';
import { buyerBody } from '../../scenarios/operations/documents.ts';
import { textsIn } from '../../scenarios/operations/holds-text.ts';
import { type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { trySome } from '../../scenarios/try-some.ts';

/** Shorter texts may occur anywhere. */
const TELLING = 6;

/** Parts about two companies whose order does not matter. */
const IN_BOTH = [judgeCreatedInBoth, judgeListsApart, judgeMadeApart];

/** COMP-03: nothing created in one company is readable, listed or writable through another. */
export const comp03: Check = check('COMP-03', { isolation: 'shared', weight: 3 }, async (context) => {
  const [first, ...others] = context.target.companies;
  if (others.length === 0) throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const { anagraficaList, anagraficaGet } = context.target.surface;
  if (anagraficaList === null && anagraficaGet === null)
    throw lacking('created contacts can be neither listed nor read (surface.anagraficaList, surface.anagraficaGet)');
  const pairs = others.flatMap((other) => [
    { home: first, away: other },
    { home: other, away: first },
  ]);
  for (const { home, away } of context.some(pairs)) {
    // A part says nothing of a target that lacks what it needs.
    await trySome(context, [judgeForeignObjects, judgeForeignReferences], async (judge) => {
      const before = context.judgements;
      await judge(context, home, away);
      return context.judgements > before;
    });
  }
  for (const other of others)
    for (const judge of IN_BOTH)
      await context.part(`objects of companies ${first.id} and ${other.id}`, { from: 'standard' }, () => judge(context, first, other));
  await context.part('the events of another company', { from: 'standard' }, () => judgeForeignEvents(context));
  if (context.judgements === 0)
    throw new Inconclusive('created objects can be neither listed nor read: set surface.anagraficaList or surface.anagraficaGet');
});

/** Judges that what is made of an object, such as its invoice, names the company of the object and not another in its place (COMP-03). */
async function judgeMadeApart(context: CheckContext, home: Company, away: Company): Promise<void> {
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
