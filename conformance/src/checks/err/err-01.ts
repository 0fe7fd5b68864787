import { entriesOf } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { effects, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer, Call, Cut } from '../../model/exchange.ts';
import { identifier, type JsonObject } from '../../model/json.ts';
import { freshCall } from '../../scenarios/idempotency/use.ts';
import { canCreate } from '../../scenarios/operations/available-object.ts';
import { createObject, draftOf, ownDraftOf } from '../../scenarios/operations/creation.ts';
import { buyerBody } from '../../scenarios/operations/documents.ts';
import { boundOperations, type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { withReference } from '../../scenarios/operations/references.ts';
import { createdObject, identifierIn, type Thing } from '../../scenarios/operations/thing.ts';
import { type PreparedOperation, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import type { Alteration } from '../../scenarios/refusals/refusal.ts';
import { answeredOperations } from '../../scenarios/refusals/spoiled-operations.ts';
import { answeredUntimely, type TriedCall } from '../../scenarios/refusals/untimely.ts';
import { unlessRefused, whereItCan } from '../../scenarios/unless-refused.ts';
import { absentIdLike, withSubject } from '../../scenarios/values/spoiled-calls.ts';
import { lookUntil } from '../../wait/arrives.ts';

/** Headers, keys and paths that nobody should send. */
const ODD_PARTS: readonly Alteration[] = [
  ...['', 'application/', ';', 'application/json; charset=utf-7', 'multipart/form-data'].map((type) => ({
    what: `the content type ${JSON.stringify(type)}`,
    apply: (call: Call) => withHeader(call, 'Content-Type', type),
  })),
  ...[' ', 'x'.repeat(300), '\u00e9', 'a,b', '"'].map((key) => ({
    what: 'an odd idempotency key',
    apply: (call: Call) => withHeader(call, 'Idempotency-Key', key),
  })),
  { what: 'a long header', apply: (call) => withHeader(call, 'X-Long', 'x'.repeat(12_000)) },
  { what: 'a long path', apply: (call) => ({ ...call, url: `${call.url}/${'x'.repeat(6_000)}` }) },
  { what: 'a query that cannot be decoded', apply: (call) => ({ ...call, url: `${call.url}?%` }) },
  { what: 'two tokens', apply: (call) => ({ ...call, headers: [...call.headers, ['Authorization', 'Bearer x']] }) },
];

interface Bare {
  readonly object: Thing;
  /** The optional member that it was created without. */
  readonly lacks: string;
}

/** A request for something absent, to be sent several times. */
interface Repeated {
  readonly operation: string;
  readonly what: string;
  readonly call: Call;
  readonly times: number;
}

/** More requests for a list, or an object, than a target is likely to handle at a time: each may use up a connection for good. */
const LIST_TIMES = 7;
const OBJECT_TIMES = 3;

/** Milliseconds after which the suite gives up each of several requests for a list that it sends at once. */
const GIVEN_UP: readonly Cut[] = Array.from({ length: 12 }, (_, index) => index % 4);

/** ERR-01: no request, however malformed, is answered 5xx or leaves the service unable to answer the next. */
export const err01: Check = check('ERR-01', { isolation: 'shared', weight: 4 }, async (context) => {
  const control = (await context.api()).call('listAzienda');
  await context.prepare(control);
  for (const call of [context.run.session.authenticateCall(), control])
    for (const { what, apply } of context.some(ODD_PARTS))
      await judgeSurvived(context, call.operation ?? call.method, { ...(await apply(call)), isOdd: true }, what);
  const spoiled = (await answeredOperations(context)).flatMap(({ operation, answers }) => answers.map((one) => ({ operation, ...one })));
  for (const { operation, what, answer } of [...spoiled, ...(await answeredUntimely(context))])
    judgeAnswer(context, operation, answer, what);
  await context.part('valid requests on several objects', { from: 'standard' }, () => judgeUsual(context));
  // One after another: the earlier ones may use up something that the last one needs.
  await context.part('many requests in a row for what does not exist', { from: 'standard' }, async () => {
    for (const { operation, what, call, times } of await failingInARow(context))
      for (let time = 0; time < times; time += 1) await judgeSurvived(context, operation, call, what);
  });
  await context.part('acts on an object that names one without an optional member', { from: 'standard' }, async () => {
    for await (const { operation, what, call } of actsOnBareReferences(context)) await judgeSurvived(context, operation, call, what);
  });
  await context.part('requests that the client gives up', { from: 'standard' }, () => judgeGivenUp(context, control));
  const after = await context.sendJudged(control, '2xx');
  context.judge(isSuccess(after), { message: 'The service must answer the next request.', expected: '2xx', actual: String(after.status) });
});

/** Acts, each on another object: what the first leaves behind may break the second. All rules make the other valid calls on many objects. */
async function judgeUsual(context: CheckContext): Promise<void> {
  for (const one of boundOperations(context)) {
    if (one.effect.kind !== 'act') continue;
    const usual = await context.part(one.operation, () => freshCall(context, one));
    if (usual !== undefined) await judgeSurvived(context, one.operation, usual.call, 'a valid request');
  }
}

/** Judges that requests for a list which the client gives up use up nothing that the next request needs. */
async function judgeGivenUp(context: CheckContext, control: Call): Promise<void> {
  for (const { operation, effect, prepare } of operationCases(context, context.target.companies[0])) {
    if (effect.kind !== 'list') continue;
    const { call } = await prepare();
    await Promise.all(GIVEN_UP.map((cut) => context.sendCut(call, cut)));
    // A request on an open connection may overtake them. Once this one is answered, the service has read them.
    await lookUntil(context, async () => (await context.send(control)).status < 500);
    let status = 0;
    // The service may notice a little later that the client gave up the others.
    await lookUntil(context, async () => {
      ({ status } = await context.sendJudged(call, 'a status below 500'));
      return status < 500;
    });
    // The control: other requests are answered.
    await context.prepare(control);
    context.judge(status < 500, {
      message: `${operation} must be answered after a client gave up ${GIVEN_UP.length} such requests at once.`,
      expected: 'a status below 500',
      actual: String(status),
    });
  }
}

/** A service may refuse by closing the connection, as long as it answers the next request. */
async function judgeSurvived(context: CheckContext, operation: string, call: Call, what: string): Promise<void> {
  judgeAnswer(context, operation, await context.sendOrLose(call), what);
}

function judgeAnswer(context: CheckContext, operation: string, answer: Answer | undefined, what: string): void {
  context.judge(answer === undefined || answer.status < 500 || answer.status === 501, {
    message: `${operation} with ${what} must not break the service.`,
    expected: 'a status below 500',
    actual: String(answer?.status),
    about: { [JUDGED]: answer },
  });
}

/**
 * For every list, a page after an absent entry, and for every operation on an object, an absent one. The requests are well formed, so the
 * target looks for it and may not give back what it used for that.
 */
async function failingInARow(context: CheckContext): Promise<readonly Repeated[]> {
  const repeated: Repeated[] = [];
  for (const candidate of preparedOperations(context, context.target.companies[0])) {
    const usual = await whereItCan(candidate.prepareRefused);
    const failing = usual && (await failingCall(context, candidate, usual));
    if (failing !== undefined) repeated.push({ operation: candidate.operation, ...failing });
  }
  return repeated;
}

async function failingCall(
  context: CheckContext,
  { operation }: PreparedOperation,
  usual: Call,
): Promise<Omit<Repeated, 'operation'> | undefined> {
  const { kind, resource } = effects[operation] ?? {};
  if (usual.subject !== undefined)
    return {
      what: 'an object that does not exist',
      call: withSubject(usual, usual.subject, absentIdLike(usual.subject)),
      times: OBJECT_TIMES,
    };
  if (kind !== 'list' || resource === undefined) return undefined;
  const page = limited(usual, 1);
  const [entry] = entriesOf(await context.send(page)) ?? [];
  const after = absentIdLike((entry && identifierIn(resources[resource], entry)) ?? '1');
  return { what: 'a page after an entry that does not exist', call: { ...page, url: `${page.url}&after=${after}` }, times: LIST_TIMES };
}

/**
 * Acts on an object that names another one, which lacks an optional member that the act may need. Send each call before asking for the
 * next, since some acts come after others.
 */
async function* actsOnBareReferences(context: CheckContext): AsyncGenerator<TriedCall> {
  const cases = boundOperations(context);
  for (const create of cases.filter(({ effect }) => effect.kind === 'create')) {
    const { name, references } = resources[create.effect.resource];
    const acts = cases.filter(({ effect }) => effect.kind === 'act' && (effect.of ?? effect.resource) === name);
    const inOrder = acts.toSorted((one, other) => Number(one.effect.after !== undefined) - Number(other.effect.after !== undefined));
    for (const { path, resource } of acts.length === 0 ? [] : references) {
      for (const { object, lacks } of await bareObjects(context, create, resource)) {
        const naming = await namingObject(context, create, path, object);
        if (naming === undefined) continue;
        const what = `an object whose ${resource} lacks ${lacks}`;
        for (const one of inOrder) yield { operation: one.operation, what, call: (await one.callFor(naming)).call };
      }
    }
  }
}

/** One object for each optional member, created without it, as far as the target accepts that. */
async function bareObjects(context: CheckContext, { company }: OperationCase, name: ResourceName): Promise<readonly Bare[]> {
  const { label } = resources[name];
  const bare: Bare[] = [];
  if (!canCreate(context, name)) return bare;
  // A contact gets everything that an invoice says of its buyer.
  const make = async (): Promise<JsonObject> =>
    name === 'Anagrafica' ? buyerBody(context) : (await ownDraftOf(context, name, company)).body;
  for (const lacks of Object.keys(await make()).filter((member) => member !== label)) {
    const { [lacks]: _lacking, ...body } = await make();
    const object = await unlessRefused(createObject(context, name, company, { body, label: undefined }));
    if (object !== undefined) bare.push({ object, lacks });
  }
  return bare;
}

/** An object that names another one at the path. Undefined if the target does not accept it. */
async function namingObject(
  context: CheckContext,
  { operation, effect, company }: OperationCase,
  path: readonly string[],
  named: Thing,
): Promise<Thing | undefined> {
  const draft = await draftOf(context, effect.resource, company);
  const usual = (await context.api()).call(operation, { company, body: draft.body });
  const call = withReference(usual, path, identifier(named.id));
  const answer = call && (await context.send(call));
  return answer && isSuccess(answer) ? createdObject(effect.resource, company, draft, answer) : undefined;
}
