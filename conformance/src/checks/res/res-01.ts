import type { ResourceName } from '../../generated/resources.ts';
import { resources } from '../../generated/resources.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { Inconclusive, lacking } from '../../model/verdict.ts';
import {
  type Addition,
  additionsTo,
  doubled,
  isInLaterEntry,
  manyBodies,
  withAdditions,
} from '../../scenarios/operations/declared-members.ts';
import { boundOperations, type OperationCase } from '../../scenarios/operations/operation-case.ts';
import { newReferences } from '../../scenarios/operations/references.ts';
import { isShown } from '../../scenarios/operations/stored-object.ts';
import { judgeActedOn } from '../../scenarios/written/acted-on.ts';
import { judgeAlikeTexts } from '../../scenarios/written/alike-texts.ts';
import { judgeBeforeItExists } from '../../scenarios/written/before-it-exists.ts';
import { judgeBesideRefused } from '../../scenarios/written/beside-refused.ts';
import { fullBody, judgeEdges, type Known } from '../../scenarios/written/edges.ts';
import { judgeLeftOut } from '../../scenarios/written/left-out.ts';
import { judgeLongest, type Longest } from '../../scenarios/written/longest.ts';
import { judgeReadAgain } from '../../scenarios/written/read-again.ts';
import { type Series, seriesOf, written } from '../../scenarios/written/series.ts';
import { judgeUrlSpellings } from '../../scenarios/written/url-spellings.ts';

/** RES-01: the next GET returns what a POST or PUT sends in a declared member. */
export const res01: Check = check('RES-01', { isolation: 'shared', weight: 4 }, async (context) => {
  const bound = boundOperations(context);
  const seen = bound.filter(({ effect }) => isShown(context, resources[effect.resource]));
  if (seen.length === 0) throw lacking('no operation reads or lists what is written');
  for (const { operation } of bound)
    if (!seen.some((one) => one.operation === operation)) context.leaveUnjudged(`${operation}: the target does not show what it writes`);
  const known = new Map<ResourceName, Seen>();
  // What the suite learns from a creation tells which PUTs the target accepts.
  for (const one of context.some(seen)) {
    const ofResource = known.get(one.effect.resource) ?? {
      edges: { ways: new Map(), beside: new Map(), sought: new Set(), inTheWay: new Set() },
      longest: new Map(),
    };
    known.set(one.effect.resource, ofResource);
    await judgeInSeries(context, one, ofResource);
    if (context.isQuick) continue;
    await context.part(`${one.operation}, read before and after`, () => judgeReadAgain(context, one));
    await context.part(`${one.operation}, read before it exists`, () => judgeBeforeItExists(context, one));
    await context.part(`${one.operation}, beside refused writes`, () => judgeBesideRefused(context, one));
  }
});

/** What earlier writes of a resource have shown. */
interface Seen {
  readonly edges: Known;
  readonly longest: Longest;
}

/** Judges edge values, references, the longest texts and lists, omitted nested members, similar texts, spellings of Urls, and acts. */
async function judgeInSeries(context: CheckContext, one: OperationCase, { edges, longest }: Seen): Promise<void> {
  const before = context.judgements;
  const series = await seriesOf(context, one);
  const base = await fullBody(context, series, edges);
  await judgeEdges(context, series, base, edges);
  if (context.judgements === before) throw new Inconclusive(`${one.operation} accepted no body that the contract allows`);
  if (context.isQuick) return;
  await context.part(`${one.operation}, with references`, () => judgeReferring(context, series, base));
  await context.part(`${one.operation}, with other values`, async () => {
    await judgeLongest(context, series, base, longest);
    await judgeLeftOut(context, series, base);
    await judgeAlikeTexts(context, series, base);
    await judgeUrlSpellings(context, series, base);
    await judgeActedOn(context, series, base, edges);
  });
}

/** Refers to other objects wherever it can: in each entry of a list, and in the later entries alone. */
async function judgeReferring(context: CheckContext, series: Series, base: JsonObject): Promise<void> {
  const { operation, effect, company } = series.one;
  const resource = resources[effect.resource];
  const { referring } = await newReferences(context, resource, company);
  const isAccepted = async (body: JsonObject, isNamed: (addition: Addition) => boolean = () => true): Promise<boolean> => {
    const named = referring(body).filter(isNamed);
    return named.length > 0 && (await written(context, series, body, named)) !== undefined;
  };
  // Lists with every entry twice, or else as they are: how many entries a list may have is the target's choice.
  for (const body of [doubled(base), base]) {
    if (!(await isAccepted(body))) continue;
    await isAccepted(body, isInLaterEntry);
    return;
  }
  // Some members exclude a reference, so each is tried next to it.
  const others = Object.groupBy(additionsTo(series.body, manyBodies(operation), resource), ({ path }) => path.join('.'));
  for (const some of [[], ...Object.values(others)]) await isAccepted(withAdditions(series.body, some ?? []));
}
