import type { OperationId } from '../../generated/operations.ts';
import type { Resource, ResourceName } from '../../generated/resources.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type JsonObject, writeJson } from '../../model/json.ts';
import { Inconclusive, lacking } from '../../model/verdict.ts';
import { draftOf } from '../../scenarios/operations/creation.ts';
import {
  type Addition,
  additionsTo,
  changesTo,
  doubled,
  drawnBodies,
  isInLaterEntry,
  lostAt,
  manyBodies,
  withAdditions,
} from '../../scenarios/operations/declared-members.ts';
import { boundOperations, changeOf, type OperationCase } from '../../scenarios/operations/operation-case.ts';
import { newReferences } from '../../scenarios/operations/references.ts';
import { createdObject, isShown, type StoredObject, shownNow } from '../../scenarios/operations/stored-object.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { judgeActedOn } from '../../scenarios/written/acted-on.ts';
import { judgeAlikeTexts } from '../../scenarios/written/alike-texts.ts';
import { judgeBeforeItExists } from '../../scenarios/written/before-it-exists.ts';
import { judgeBesideRefused } from '../../scenarios/written/beside-refused.ts';
import { fullBody, judgeEdges, type Known } from '../../scenarios/written/edges.ts';
import { judgeLeftOut } from '../../scenarios/written/left-out.ts';
import { judgeLongest, type Longest } from '../../scenarios/written/longest.ts';
import { judgeReadAgain } from '../../scenarios/written/read-again.ts';
import { seriesOf } from '../../scenarios/written/series.ts';
import { judgeUrlSpellings } from '../../scenarios/written/url-spellings.ts';

/** RES-01: the next GET returns what a POST or PUT sends in a declared member. */
export const res01: Check = check('RES-01', { isolation: 'shared', weight: 4 }, async (context) => {
  const bound = boundOperations(context);
  const seen = bound.filter(({ effect }) => isShown(context, resources[effect.resource]));
  if (seen.length === 0) throw lacking('no operation reads or lists what is written');
  for (const { operation } of bound)
    if (!seen.some((one) => one.operation === operation)) context.leaveUnjudged(`${operation}: the target does not show what it writes`);
  for (const operation of context.some(seen)) {
    let kept = 0;
    await context.forAll(drawnBodies(operation.operation), 1, async (drawn) => {
      kept += await judgeWritten(context, operation, drawn, () => writeOf(context, operation));
      for (const ending of context.some(ENDINGS)) await judgeKept(context, operation, await writeOf(context, operation), ending);
    });
    if (kept === 0) throw new Inconclusive(`${operation.operation} accepted no body that the contract allows`);
  }
  if (context.isQuick) return;
  const known = new Map<ResourceName, Seen>();
  // What the suite learns from a creation tells which PUTs the target accepts.
  for (const one of seen) {
    const ofResource = known.get(one.effect.resource) ?? {
      edges: { ways: new Map(), beside: new Map(), sought: new Set() },
      longest: new Map(),
    };
    known.set(one.effect.resource, ofResource);
    await unlessAbsent(context, `${one.operation}, with references`, () => judgeReferring(context, one));
    await unlessAbsent(context, `${one.operation}, with other values`, () => judgeInSeries(context, one, ofResource));
    await unlessAbsent(context, `${one.operation}, read before and after`, () => judgeReadAgain(context, one));
    await unlessAbsent(context, `${one.operation}, read before it exists`, () => judgeBeforeItExists(context, one));
    await unlessAbsent(context, `${one.operation}, beside refused writes`, () => judgeBesideRefused(context, one));
  }
});

/** What earlier writes of a resource have shown. */
interface Seen {
  readonly edges: Known;
  readonly longest: Longest;
}

/** Judges edge values, the longest texts and lists, omitted nested members, similar texts, spellings of Urls, and values after acts. */
async function judgeInSeries(context: CheckContext, one: OperationCase, { edges, longest }: Seen): Promise<void> {
  const series = await seriesOf(context, one);
  const base = await fullBody(context, series, edges);
  await judgeEdges(context, series, base, edges);
  await judgeLongest(context, series, base, longest);
  await judgeLeftOut(context, series, base);
  await judgeAlikeTexts(context, series, base);
  await judgeUrlSpellings(context, series, base);
  await judgeActedOn(context, series, base);
}

/** A prepared write: its body, and how to send it. */
interface Write {
  readonly body: JsonObject;
  readonly send: (body: JsonObject) => Promise<Answer>;
  /** The object that was written, by its answer. */
  readonly written: (answer: Answer, body: JsonObject) => StoredObject;
}

/** Prepares a new write. */
async function writeOf(context: CheckContext, one: OperationCase): Promise<Write> {
  return await (one.effect.kind === 'create' ? writeNew : writeAgain)(context, one);
}

async function writeNew(context: CheckContext, { operation, effect, company }: OperationCase): Promise<Write> {
  const draft = await draftOf(context, effect.resource, company);
  return {
    body: draft.body,
    send: async (body) => await context.send((await context.api()).call(operation, { company, body })),
    written: (answer, body) => createdObject(effect.resource, company, { ...draft, body }, answer),
  };
}

async function writeAgain(context: CheckContext, { operation, company, findObject }: OperationCase): Promise<Write> {
  const object = await findObject();
  const { body: change } = await changeOf(context, object);
  return {
    body: change,
    send: async (body) => await context.send((await context.api()).call(operation, { company, id: object.id, body })),
    written: () => object,
  };
}

/** Lists with every entry twice, or else as they are: how many entries a list may have is the target's choice. */
const LENGTHS: readonly ((body: JsonObject) => JsonObject)[] = [doubled, (body) => body];

async function inLength(length: (body: JsonObject) => JsonObject, prepare: () => Promise<Write>): Promise<Write> {
  const write = await prepare();
  return { ...write, body: length(write.body) };
}

/** Writes all declared members at once, or each alone if some exclude each other. Returns how many writes the target accepted. */
async function judgeWritten(
  context: CheckContext,
  { operation, effect }: OperationCase,
  drawn: readonly JsonObject[],
  prepare: () => Promise<Write>,
): Promise<number> {
  const resource = resources[effect.resource];
  const examples = resource.name === 'webhook' ? drawn : [...drawn, ...manyBodies(operation)];
  for (const length of LENGTHS) {
    const first = await inLength(length, prepare);
    const additions = valuesFor(first.body, examples, resource);
    if (await judgeOne(context, operation, resource, first, additions)) return 1;
    let kept = 0;
    for (const alike of Map.groupBy(additions, nameOf).values())
      if (await judgeOne(context, operation, resource, await inLength(length, prepare), alike)) kept += 1;
    if (kept > 0) return kept;
  }
  return 0;
}

/** A combining accent, a surrogate pair, markup and escapes, and spaces. */
const ENDINGS = [' e\u0301', ' 🚲', ' <b>&amp;"\'\\n%20', '  b '];

/** Judges that a text with this ending comes back as it was sent, if the target accepts it. */
async function judgeKept(context: CheckContext, { operation, effect }: OperationCase, write: Write, ending: string): Promise<void> {
  const resource = resources[effect.resource];
  const { label } = resource;
  const text = label && write.body[label];
  if (label === undefined || typeof text !== 'string') return;
  await judgeOne(context, operation, resource, write, [{ path: [label], value: `${text}${ending}` }]);
}

/** Refers to other objects wherever it can: in each entry of a list, in the later entries alone, and together with all other members. */
async function judgeReferring(context: CheckContext, one: OperationCase): Promise<void> {
  const resource = resources[one.effect.resource];
  const { referring } = await newReferences(context, resource, one.company);
  const prepare = (): Promise<Write> => writeOf(context, one);
  const judge = async (
    length: (body: JsonObject) => JsonObject,
    beside: (body: JsonObject) => readonly Addition[] = () => [],
    isNamed: (addition: Addition) => boolean = () => true,
  ): Promise<boolean> => {
    const write = await inLength(length, prepare);
    const named = referring(write.body).filter(isNamed);
    return named.length > 0 && (await judgeOne(context, one.operation, resource, write, [...beside(write.body), ...named]));
  };
  const others = (body: JsonObject): readonly Addition[] => additionsTo(body, manyBodies(one.operation), resource);
  for (const length of LENGTHS) {
    if (!(await judge(length))) continue;
    await judge(length, undefined, isInLaterEntry);
    // With all other members, or with each of them if some exclude each other.
    if (await judge(length, others)) return;
    for (const name of new Set(others((await inLength(length, prepare)).body).map(nameOf)))
      await judge(length, (body) => others(body).filter((addition) => nameOf(addition) === name));
    return;
  }
}

/** The name of the member, without its place in a list. */
function nameOf({ path }: Addition): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

/** Another value for every declared member but the label. A webhook gets only members that its body lacks, so its Url stays. */
function valuesFor(body: JsonObject, examples: readonly JsonObject[], resource: Resource): readonly Addition[] {
  if (resource.name === 'webhook') return additionsTo(body, examples, resource);
  return changesTo(body, examples, resource).filter(({ path }) => path[0] !== resource.label);
}

/** Writes a body with the additions. Returns whether the target accepted it. */
async function judgeOne(
  context: CheckContext,
  operation: OperationId,
  resource: Resource,
  write: Write,
  additions: readonly Addition[],
): Promise<boolean> {
  const body = withAdditions(write.body, additions);
  const answer = await write.send(body);
  if (!isSuccess(answer)) return false;
  const shown = await shownNow(context, write.written(answer, body));
  // The token is the one member that a write changes by itself.
  const { [resource.token ?? '']: _token, ...sent } = body;
  const lost = lostAt(sent, shown);
  context.judge(lost === undefined, {
    message: `The next GET must return what ${operation} sent in a declared member.`,
    expected: writeJson(sent),
    actual: lost === undefined ? '' : `${lost} is lost or changed: ${writeJson(shown ?? null)}`,
  });
  return true;
}
