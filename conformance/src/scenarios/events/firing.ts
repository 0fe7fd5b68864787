import { typeFiredBy } from '../../api/event-names.ts';
import { headerNames } from '../../api/header-names.ts';
import { createdId } from '../../api/identity.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { isAboutId, isAboutName } from '../deliveries/about-object.ts';
import { type Arrival, arrivalsOfKind } from '../deliveries/arrivals.ts';
import { ownObject } from '../operations/available-object.ts';
import { type OperationCase, operationCases, type Prepared } from '../operations/operation-case.ts';
import { type StoredObject, shownNow } from '../operations/stored-object.ts';
import type { FiredOtherwise, OpenFiredEvent } from './fired-event.ts';
import { mended } from './mended-calls.ts';
import { refusedObject } from './refused-object.ts';

/** Longer than what services often store for such a text. */
const APPLICATION_ID_LENGTH = 200;

/** How many calls are sent at once under one key, and how many PUTs under one token. */
const AT_ONCE = 3;

/** A call of the operation, with its own application id. */
interface Called extends Prepared {
  readonly applicationId: string;
}

/** Calls one operation as a FiredEvent describes. The events are awaited later, for all operations together. */
export class Firing {
  readonly operation: OperationId;
  readonly #context: CheckContext;
  readonly #case: OperationCase;
  readonly #observer: Webhook;
  readonly #type: string;
  readonly #once: Called;
  readonly #amid: Called;
  readonly #silent: string[] = [];
  #executed = 0;
  /** The answers to the two calls. */
  #answers: readonly [once: Answer | undefined, amid: Answer | undefined] = [undefined, undefined];
  #isRefused: (evento: Evento) => boolean = () => false;
  #otherwise: FiredOtherwise[] = [];

  private constructor(context: CheckContext, one: OperationCase, observer: Webhook, calls: readonly [once: Prepared, amid: Prepared]) {
    this.#context = context;
    this.#case = one;
    this.#observer = observer;
    this.operation = one.operation;
    this.#type = typeFiredBy(one.operation, context.target) ?? '';
    const { applicationId: header } = headerNames(context.target.service.headerWord);
    const [once, amid] = calls;
    const id = long(`${one.operation} ${context.fresh()}`);
    this.#once = { ...once, call: withHeader(once.call, header, id), applicationId: id };
    // Only digits, which are still a text, under a header name in lower case (HDR-08).
    const another = digitsOf(context.fresh());
    const lower = withHeader(withoutHeader(amid.call, header), header.toLowerCase(), another);
    this.#amid = { ...amid, call: lower, applicationId: another };
  }

  /** Creates the objects, and sends what must be refused. */
  static async prepare(context: CheckContext, one: OperationCase, observer: Webhook): Promise<Firing> {
    const key = operations[one.operation].acceptsKey ? context.freshKey() : undefined;
    const firing = new Firing(context, one, observer, [await freshCall(context, one), await freshCall(context, one, key)]);
    await firing.#refuse();
    await context.part(`${one.operation} in unusual ways`, { from: 'standard', needs: 'deletions' }, () => firing.#callOtherwise());
    return firing;
  }

  /** @throws Inconclusive if the target refuses the call */
  async callOnce(): Promise<Firing> {
    this.#answers = [await this.#context.prepare(this.#once.call), undefined];
    return this;
  }

  /** Sends the second call several times at once if it takes a key: one is executed. */
  async callAmid(): Promise<void> {
    const { acceptsKey } = operations[this.operation];
    const answers = await Promise.all(Array.from({ length: acceptsKey ? AT_ONCE : 1 }, () => this.#context.send(this.#amid.call)));
    const done = answers.filter((answer) => isSuccess(answer));
    this.#executed += done.filter((answer) => !isReplayed(answer)).length;
    if (acceptsKey) this.#silent.push('simultaneous duplicates under one key');
    this.#answers = [this.#answers[0], done[0]];
  }

  /** Repeats the second call if it was executed, with its key and without. */
  async repeat(): Promise<void> {
    const [, executed] = this.#answers;
    if (executed !== undefined) await this.#tryAgain(this.#amid.call, this.#amid.object);
  }

  /** What has come since, and may still come. */
  get open(): OpenFiredEvent {
    const [answer, executed] = this.#answers;
    const [isOnce, isAmid, isRefused] = [this.#isAbout(this.#once, answer), this.#isAbout(this.#amid, executed), this.#isRefused];
    return {
      operation: this.operation,
      type: this.#type,
      applicationId: this.#once.applicationId,
      once: this.#arrivals(isOnce),
      amid: {
        arrivals: this.#arrivals(isAmid),
        executed: this.#executed,
        isDone: executed !== undefined,
        applicationId: this.#amid.applicationId,
      },
      refused: this.#arrivals(isRefused),
      among: (events) => ({ once: events.filter(isOnce), amid: events.filter(isAmid), refused: events.filter(isRefused) }),
      otherwise: this.#otherwise,
      // An object that was created without an id cannot be recognised.
      isRecognised: this.#amid.object !== undefined || (answer !== undefined && createdId(answer, this.#resource.setting) !== undefined),
      isAmid,
      silent: this.#silent,
    };
  }

  /** Sends calls that must be refused: creations, or calls on the object of the second call. */
  async #refuse(): Promise<void> {
    const isCreation = this.#case.effect.kind === 'create';
    const name = isCreation ? await this.#refuseCreations() : undefined;
    const kept = await refusedObject(this.#context, this.#case);
    if (!isCreation) for (const { what, call } of this.#alterations(this.#amid.call)) await this.#send(what, call);
    this.#isRefused = (evento) =>
      (name !== undefined && isAboutName(this.#resource, name, evento)) ||
      (kept !== undefined && evento.type === this.#type && isAboutId(this.#context, this.#resource, kept.id, evento));
  }

  /** A replay that wrongly creates a second object gives it another id, but the same name. */
  #isAbout({ object, draft }: Prepared, created: Answer | undefined): (evento: Evento) => boolean {
    const id = object?.id ?? (created && createdId(created, this.#resource.setting));
    const name = this.#case.effect.kind === 'create' ? draft?.label : undefined;
    return (evento) =>
      (id !== undefined && isAboutId(this.#context, this.#resource, id, evento)) ||
      (name !== undefined && isAboutName(this.#resource, name, evento));
  }

  /** A call without an application id, under a key whose earlier calls were refused if it takes one, as far as the target accepts it. */
  async #callOtherwise(): Promise<void> {
    const [context, { applicationId }] = [this.#context, headerNames(this.#context.target.service.headerWord)];
    const send = async (how: string, key: string | undefined, sent: (call: Call) => Promise<Answer | undefined>): Promise<boolean> => {
      const prepared = await freshCall(context, this.#case, key);
      const answer = await sent(withoutHeader(prepared.call, applicationId));
      if (answer === undefined || !isSuccess(answer)) return false;
      // An object that was created without an id cannot be recognised.
      if (prepared.object === undefined && createdId(answer, this.#resource.setting) === undefined) return true;
      const isOwn = this.#isAbout(prepared, answer);
      this.#otherwise.push({ how, arrivals: this.#arrivals((evento) => evento.type === this.#type && isOwn(evento)) });
      return true;
    };
    const how = 'without an application id';
    const isSent =
      operations[this.operation].acceptsKey &&
      (await send(`${how} and under a key whose earlier calls were refused`, context.freshKey(), (call) =>
        mended(context, this.#case, call),
      ));
    if (!isSent) await send(how, undefined, (call) => context.send(call));
  }

  get #resource(): Resource {
    const { of, resource } = this.#case.effect;
    return resources[of ?? resource];
  }

  #arrivals(isOwn: (evento: Evento) => boolean): () => readonly Arrival[] {
    return arrivalsOfKind(this.#observer, ({ evento }) => isOwn(evento));
  }

  /** The call, altered in ways that must be refused. */
  *#alterations(rightful: Call): Generator<{ readonly what: string; readonly call: Call }> {
    const names = headerNames(this.#context.target.service.headerWord);
    const other = this.#context.target.companies.find(({ id }) => id !== this.#case.company.id);
    // The source does not say whether a key keeps a refusal.
    const call = withoutHeader(rightful, 'Idempotency-Key');
    yield { what: 'without a token', call: withoutHeader(call, 'Authorization') };
    yield { what: 'without a license key', call: withoutHeader(call, names.licenseKey) };
    const keys = [
      { what: 'without an API key', call: withoutHeader(call, names.apiKey) },
      { what: 'with a wrong license key', call: withHeader(call, names.licenseKey, 'wrong') },
      ...(other ? [{ what: 'with the license key of another company', call: withHeader(call, names.licenseKey, other.licenseKey) }] : []),
    ];
    // Each operation gets one of these.
    yield* keys.filter((_, index) => index === Object.keys(operations).indexOf(this.operation) % keys.length);
    if (call.body === undefined) return;
    yield { what: 'with half a body', call: { ...call, body: call.body.slice(0, -1) } };
    yield { what: 'with an empty object', call: { ...call, body: '{}' } };
  }

  /** Tries creations of one name that must all be refused, and answers the name; undefined if one was accepted, or there is no name. */
  async #refuseCreations(): Promise<string | undefined> {
    const { call, draft } = await this.#case.prepare();
    let accepted = false;
    // An object that is created from an empty body has no name to recognise it by.
    for (const { what, call: altered } of this.#alterations(call))
      if (!what.includes('empty')) accepted = isSuccess(await this.#send(what, altered, false)) || accepted;
    return accepted ? undefined : draft?.label;
  }

  /** Sends an executed call again, with its key and without. */
  async #tryAgain(call: Call, object: StoredObject | undefined): Promise<void> {
    const { effect, operation, callFor, company } = this.#case;
    const context = this.#context;
    const { applicationId: header } = headerNames(context.target.service.headerWord);
    if (operations[operation].acceptsKey) {
      // Another application id is no reason not to replay, and must not show in the log (EVT-14).
      await this.#send('replayed', withHeader(call, header.toLowerCase(), context.fresh()));
      await this.#send('under its key with another body', { ...call, body: call.body === undefined ? '{}' : `${call.body} ` });
    }
    if (effect.kind === 'create' || object === undefined) return;
    const unkeyed = withoutHeader(call, 'Idempotency-Key');
    if (effect.kind === 'update') {
      await this.#send('with a stale token', unkeyed);
      const current = { ...object, shown: await shownNow(context, object) };
      const rivals = await Promise.all(Array.from({ length: AT_ONCE }, async () => (await callFor(current)).call));
      await Promise.all(rivals.map((rival) => this.#send('losing against a concurrent change', rival)));
    }
    // A call that succeeds twice fires a second event, which must not pass for the first.
    const again = withHeader(unkeyed, header, context.fresh());
    if (effect.kind === 'delete' || effect.kind === 'act') await this.#send('done before', again);
    if (effect.kind !== 'delete' && !effect.once) return;
    // A deleted object accepts nothing more, an issued document neither change nor deletion.
    const kinds = effect.kind === 'delete' ? ['update', 'act'] : ['update', 'delete'];
    for (const one of operationCases(context, company)) {
      const { kind, resource, of = resource } = one.effect;
      if (one.operation === operation || of !== this.#resource.name || !kinds.includes(kind)) continue;
      await this.#send(`${one.operation} after it`, (await one.callFor(object)).call);
    }
  }

  async #send(what: string, call: Call, counts = true): Promise<Answer> {
    const answer = await this.#context.send(call);
    if (!isSuccess(answer) || isReplayed(answer)) this.#silent.push(what);
    else if (counts) this.#executed += 1;
    return answer;
  }
}

/** A call on an object of its own, because other checks may act on a shared one. */
async function freshCall(context: CheckContext, { effect, company, prepare, callFor }: OperationCase, key?: string): Promise<Prepared> {
  if (effect.kind === 'create') return await prepare(key);
  const object = await ownObject(context, effect.of ?? effect.resource, company);
  if (effect.after !== undefined) await context.prepare((await context.api()).call(effect.after, { company, id: object.id }));
  return await callFor(object, key);
}

/** An application id may be as long as any other header, and its end is significant. */
function long(applicationId: string): string {
  return `${applicationId.padEnd(APPLICATION_ID_LENGTH - 1, '~')}.`;
}

/** Twelve digits, which a number holds exactly. The last ones differ from text to text. */
function digitsOf(text: string): string {
  return [...text]
    .map((character) => character.codePointAt(0))
    .join('')
    .slice(-12);
}
