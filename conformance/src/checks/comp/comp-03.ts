import { type Check, check } from '../../model/check.ts';
import { Inconclusive, lacking, Skip } from '../../model/verdict.ts';
import { judgeCreatedAtOnce } from '../../scenarios/isolation/created-at-once.ts';
import { judgeForeignEvents } from '../../scenarios/isolation/foreign-events.ts';
import { judgeStockItems } from '../../scenarios/isolation/foreign-items.ts';
import { judgeForeignObjects } from '../../scenarios/isolation/foreign-objects.ts';
import { judgeForeignReferences } from '../../scenarios/isolation/foreign-references.ts';
import { judgeKeptReferences } from '../../scenarios/isolation/kept-references.ts';
import { judgeListedApart } from '../../scenarios/isolation/listed-apart.ts';
import { judgeListsAtOnce } from '../../scenarios/isolation/lists-at-once.ts';
import { judgeMadeApart } from '../../scenarios/isolation/made-apart.ts';
import { judgeSameInBoth } from '../../scenarios/isolation/same-in-both.ts';
import { trySome } from '../../scenarios/try-some.ts';

const PARTS = [judgeStockItems, judgeForeignObjects, judgeForeignReferences];

/** Parts about two companies whose order does not matter. */
const IN_BOTH = [judgeKeptReferences, judgeCreatedAtOnce, judgeSameInBoth, judgeListsAtOnce, judgeListedApart, judgeMadeApart];

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
    await trySome(context, PARTS, async (judge) => {
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
