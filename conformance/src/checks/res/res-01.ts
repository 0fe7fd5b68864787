import { isServed } from '../../api/requests.ts';
import { type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { Inconclusive, lacking } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { createObject } from '../../scenarios/operations/creation.ts';
import {
  type Addition,
  additionsTo,
  doubled,
  freeTexts,
  isInLaterEntry,
  manyBodies,
  withAdditions,
} from '../../scenarios/operations/declared-members.ts';
import { boundOperations, change, type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { newReferences } from '../../scenarios/operations/references.ts';
import { createdObject, isShown, shownNow } from '../../scenarios/operations/thing.ts';
import { judgeActedOn } from '../../scenarios/written/acted-on.ts';
import { fullBody, judgeEdges } from '../../scenarios/written/edges.ts';
import { judgeLeftOut } from '../../scenarios/written/left-out.ts';
import { judgeLongest } from '../../scenarios/written/longest.ts';
import { judgeReadAgain } from '../../scenarios/written/read-again.ts';
import { type Known, nothingKnown, type Series, seriesOf, written } from '../../scenarios/written/series.ts';

/** How many identifiers after the newest are requested, since others create objects meanwhile. */
const AHEAD = 4;

/** Who creates an object, and how. */
type Way = readonly [who: string, as: (call: Call) => Call];

/** How many creations are under way at once, each next to a PUT that is refused. */
const AT_ONCE = 3;

/** Short enough for any text. */
const SHORT = 'AB';

/** Addresses that a URL parser would write differently, of a domain that never exists. */
const SPELLINGS = [
  'https://Conformance.INVALID:443',
  'https://conformance.invalid',
  'HTTPS://conformance.invalid/a/./b//%7ec/?Via=%41&n=1',
];

/** RES-01: the next GET returns what a POST or PUT sends in a declared member. */
export const res01: Check = check('RES-01', { isolation: 'shared', weight: 4 }, async (context) => {
  const bound = boundOperations(context);
  const seen = bound.filter(({ effect }) => isShown(context, resources[effect.resource]));
  if (seen.length === 0) throw lacking('no operation reads or lists what is written');
  for (const { operation } of bound)
    if (!seen.some((one) => one.operation === operation)) context.leaveUnjudged(`${operation}: the target does not show what it writes`);
  const known = new Map<ResourceName, Known>();
  // What the suite learns from a creation tells which PUTs the target accepts.
  for (const one of context.some(seen)) {
    const ofResource = known.get(one.effect.resource) ?? nothingKnown();
    known.set(one.effect.resource, ofResource);
    await judgeInSeries(context, one, ofResource);
    if (context.isQuick) continue;
    await context.part(`${one.operation}, read before and after`, () => judgeReadAgain(context, one));
    await context.part(`${one.operation}, read before it exists`, () => judgeBeforeItExists(context, one));
    await context.part(`${one.operation}, beside refused writes`, () => judgeBesideRefused(context, one));
  }
});

/** Judges edge values, references, the longest texts and lists, omitted nested members, similar texts, spellings of Urls, and acts. */
async function judgeInSeries(context: CheckContext, one: OperationCase, known: Known): Promise<void> {
  const before = context.judgements;
  const series = await seriesOf(context, one, known);
  const base = await fullBody(series);
  await judgeEdges(series, base);
  if (context.judgements === before) throw new Inconclusive(`${one.operation} accepted no body that the contract allows`);
  if (context.isQuick) return;
  await context.part(`${one.operation}, with references`, () => judgeReferring(series, base));
  await context.part(`${one.operation}, with other values`, async () => {
    await judgeLongest(series, base);
    await judgeLeftOut(series, base);
    await judgeAlikeTexts(series, base);
    await judgeUrlSpellings(series, base);
    await judgeActedOn(series, base);
  });
}

/** Refers to other objects wherever it can: in each entry of a list, and in the later entries alone. */
async function judgeReferring(series: Series, base: JsonObject): Promise<void> {
  const { context, one, resource } = series;
  const { referring } = await newReferences(context, resource, one.company);
  const isAccepted = async (body: JsonObject, isNamed: (addition: Addition) => boolean = () => true): Promise<boolean> => {
    const named = referring(body).filter(isNamed);
    return named.length > 0 && (await written(series, body, named)) !== undefined;
  };
  // Lists with every entry twice, or else as they are: how many entries a list may have is the target's choice.
  for (const body of [doubled(base), base]) {
    if (!(await isAccepted(body))) continue;
    await isAccepted(body, isInLaterEntry);
    return;
  }
  // Some members exclude a reference, so each is tried next to it.
  const others = Object.groupBy(additionsTo(series.body, manyBodies(one.operation), resource), ({ path }) => path.join('.'));
  for (const some of [[], ...Object.values(others)]) await isAccepted(withAdditions(series.body, some ?? []));
}

/** Judges that a webhook's Url is returned as it was sent, if the target accepts it. Which addresses it accepts is its choice. */
async function judgeUrlSpellings(series: Series, base: JsonObject): Promise<void> {
  if (series.resource.name !== 'webhook') return;
  for (const value of SPELLINGS) await written(series, base, [{ path: ['Url'], value }]);
  // Back to an address where deliveries arrive: retries to nowhere would only keep the target busy. What a creation makes is removed at once.
  if (series.one.effect.kind === 'update') await written(series, base, []);
}

/** Judges that equal texts of one object are all kept: equal to each other, and equal to the object's name. */
async function judgeAlikeTexts(series: Series, base: JsonObject): Promise<void> {
  const { context, one, resource } = series;
  const { label = '' } = resource;
  const names = freeTexts(base, one.operation).flatMap(([name]) => (name === label ? [] : [name]));
  const sameAs = (value: string, some: readonly string[] = names): readonly Addition[] => some.map((name) => ({ path: [name], value }));
  if (names.length > 1) await written(series, base, sameAs(SHORT));
  if (names.length === 0 || series.own()[label] === undefined) return;
  const asNamed = async (some: readonly string[]): Promise<boolean> => {
    const name = context.fresh();
    return (await written(series, base, [...sameAs(name, some), { path: [label], value: name }])) !== undefined;
  };
  if (await asNamed(names)) return;
  // Some members may be too short for the name.
  const others = names.filter((name) => !series.isBlamed([name]));
  const isTaken = others.length > 0 && others.length < names.length && (await asNamed(others));
  for (const name of isTaken ? [] : names) await asNamed([name]);
}

/** Judges that an object that is created at the same moment as a PUT is refused exists all the same (RES-01). */
async function judgeBesideRefused(context: CheckContext, one: OperationCase): Promise<void> {
  const { company, effect } = one;
  const update = operationCases(context, company).find(
    (other) => other.effect.kind === 'update' && other.effect.resource === effect.resource,
  );
  if (effect.kind !== 'create' || update === undefined) return;
  const old = await createObject(context, effect.resource, company);
  await change(context, old);
  const stale = (await update.callFor(old)).call;
  const creations = await Promise.all(Array.from({ length: AT_ONCE }, () => one.prepare()));
  const answered = creations.map(async ({ call, draft }) => {
    const [answer, refused] = await Promise.all([context.send(call), context.send(stale)]);
    return isSuccess(answer) && !isSuccess(refused) && draft ? createdObject(effect.resource, company, draft, answer) : undefined;
  });
  for (const object of await Promise.all(answered)) {
    if (object === undefined) continue;
    context.judge((await shownNow(context, object)) !== undefined, {
      message: `An object that ${one.operation} created while a PUT was refused must exist.`,
      expected: `object ${object.id}`,
      actual: 'none',
    });
  }
}

/**
 * Judges that a created object can be read even if a GET was told before that it does not exist (RES-01), however it is created. If
 * identifiers are not consecutive numbers, nobody can ask for the next one.
 */
async function judgeBeforeItExists(context: CheckContext, { operation, effect, company, prepare }: OperationCase): Promise<void> {
  const { create, read } = resources[effect.resource].operations;
  if (operation !== create || read === undefined || !isServed(context, read)) return;
  const api = await context.api();
  const asOther = await asOtherUser(context);
  const keyed = (call: Call): Call => withHeader(call, 'Idempotency-Key', context.freshKey());
  const ways: readonly Way[] = [
    // A target that remembers only what is created without a key fails here.
    [' with a key', keyed],
    // Only its creator sees a webhook.
    ...(asOther === undefined || !resources[effect.resource].company ? [] : [[' by another user', asOther] as const]),
  ];
  const createIn = async (as: (call: Call) => Call): Promise<string | undefined> => {
    const { call, draft } = await prepare();
    const answer = await context.send(as(call));
    return draft === undefined || !isSuccess(answer) ? undefined : createdObject(effect.resource, company, draft, answer).id;
  };
  const first = await createIn((call) => call);
  if (first === undefined || !/^\d+$/.test(first)) return;
  const missing = new Set<string>();
  for (const id of Array.from({ length: AHEAD }, (_, index) => String(BigInt(first) + BigInt(index + 1))))
    if ((await context.send(api.call(read, { company, id }))).status === 404) missing.add(id);
  for (const [who, as] of ways) {
    const id = await createIn(as);
    if (id === undefined || !missing.has(id)) return;
    const answer = await context.sendJudged(api.call(read, { company, id }), 'the object');
    context.judge(isSuccess(answer), {
      message: `What ${operation}${who} creates must be returned by the next GET, even if somebody asked for it before it existed.`,
      expected: `2xx of ${read}`,
      actual: String(answer.status),
    });
  }
}
