import { typeFiredBy } from '../../api/event-names.ts';
import { headerNames } from '../../api/header-names.ts';
import { createdId } from '../../api/identity.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { isAboutId, isAboutName } from '../deliveries/about-object.ts';
import { type OperationCase, operationCases, type Prepared } from '../operations/operation-case.ts';
import { shownNow } from '../operations/thing.ts';
import { type Cause, causeAt, resourceOf } from './cause.ts';
import { refusedObject } from './refused-object.ts';
import { freshCall, unusualCalls } from './unusual-calls.ts';

/** Longer than what services often store for such a text. */
const APPLICATION_ID_LENGTH = 200;

/** How many calls are sent at once under one key, and how many PUTs under one token. */
const AT_ONCE = 3;

/** A call on an object of its own. Its events are recognised by the object. */
interface OwnCall extends Prepared {
  readonly cause: Cause;
  /** Notes the id that the answer to a creation names. */
  readonly note: (answer: Answer) => void;
}

/** One operation that fires an event, called in many ways. The events are awaited later, for all operations together. */
export class Firing {
  readonly operation: OperationId;
  readonly type: string;
  /** The objects on which the operation was refused. */
  readonly refused: Cause[] = [];
  /** Unusual calls that were executed, each on an object of its own. */
  readonly unusual: Cause[] = [];
  /** The calls that had no effect. */
  readonly silent: string[] = [];
  /** Whether the call on the second object was executed. A call before it may have been accepted, and have left it stale. */
  isDone = false;
  readonly #context: CheckContext;
  readonly #case: OperationCase;
  readonly #observer: Webhook;
  readonly #once: OwnCall;
  readonly #amid: OwnCall;

  private constructor(context: CheckContext, one: OperationCase, observer: Webhook, calls: readonly [once: Prepared, amid: Prepared]) {
    this.#context = context;
    this.#case = one;
    this.#observer = observer;
    this.operation = one.operation;
    this.type = typeFiredBy(one.operation, context.target) ?? '';
    const { applicationId: header } = headerNames(context.target.service.headerWord);
    const [once, amid] = calls;
    const id = long(`${one.operation} ${context.fresh()}`);
    this.#once = this.#own({ ...once, call: withHeader(once.call, header, id) }, 'when it is called once', id);
    // Only digits, which are still a text, under a header name in lower case (HDR-08).
    const another = digitsOf(context.fresh());
    const lower = withHeader(withoutHeader(amid.call, header), header.toLowerCase(), another);
    this.#amid = this.#own({ ...amid, call: lower }, 'even in quick succession', another);
  }

  /** Creates the objects, and sends what must be refused. */
  static async prepare(context: CheckContext, one: OperationCase, observer: Webhook): Promise<Firing> {
    const key = operations[one.operation].acceptsKey ? context.freshKey() : undefined;
    const firing = new Firing(context, one, observer, [await freshCall(context, one), await freshCall(context, one, key)]);
    await firing.#refuse();
    const unusually = await context.part(`${one.operation} in unusual ways`, { from: 'standard', needs: 'deletions' }, () =>
      unusualCalls(context, one, observer),
    );
    firing.unusual.push(...(unusually ?? []));
    return firing;
  }

  /** A single call on an object. */
  get once(): Cause {
    return this.#once.cause;
  }

  /** The calls on a second object, of which only one should be executed. */
  get amid(): Cause {
    return this.#amid.cause;
  }

  get causes(): readonly Cause[] {
    return [this.once, this.amid, ...this.refused, ...this.unusual];
  }

  /** @throws Inconclusive if the target refuses the call */
  async callOnce(): Promise<Firing> {
    this.#once.note(await this.#context.prepare(this.#once.call));
    this.once.executed = 1;
    return this;
  }

  /** Sends the second call several times at once if it takes a key: one is executed. */
  async callAmid(): Promise<void> {
    const { acceptsKey } = operations[this.operation];
    const answers = await Promise.all(Array.from({ length: acceptsKey ? AT_ONCE : 1 }, () => this.#context.send(this.#amid.call)));
    const done = answers.filter((answer) => isSuccess(answer));
    // If the answer to the execution was lost, all others are replays of it.
    if (done.length > 0) this.amid.executed += Math.max(1, done.filter((answer) => !isReplayed(answer)).length);
    if (acceptsKey) this.silent.push('simultaneous duplicates under one key');
    const [answer] = done;
    if (answer !== undefined) this.#amid.note(answer);
    this.isDone = answer !== undefined;
  }

  /** Sends the second call again if it was executed, with its key and without. */
  async repeat(): Promise<void> {
    if (!this.isDone) return;
    const { effect, operation, callFor, company } = this.#case;
    const [context, { call, object }] = [this.#context, this.#amid];
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

  /** Sends calls that must be refused: creations, or calls on the object of the second call. */
  async #refuse(): Promise<void> {
    if (this.#case.effect.kind === 'create') await this.#refuseCreations();
    const kept = await refusedObject(this.#context, this.#case);
    if (kept !== undefined)
      this.refused.push(this.#cause('when it is refused', (evento) => isAboutId(this.#context, this.#resource, kept.id, evento)));
    if (this.#case.effect.kind === 'create') return;
    for (const { what, call } of this.#alterations(this.#amid.call)) await this.#send(what, call);
  }

  /** Tries creations of one name that must all be refused. */
  async #refuseCreations(): Promise<void> {
    const { call, draft } = await this.#case.prepare();
    let accepted = false;
    // An object that is created from an empty body has no name to recognise it by.
    for (const { what, call: altered } of this.#alterations(call))
      if (!what.includes('empty')) accepted = isSuccess(await this.#send(what, altered, false)) || accepted;
    const name = draft?.label;
    if (accepted || name === undefined) return;
    this.refused.push(this.#cause('when it is refused', (evento) => isAboutName(this.#resource, name, evento)));
  }

  get #resource(): Resource {
    return resourceOf(this.#case);
  }

  #cause(how: string, isAbout: (evento: Evento) => boolean, applicationId?: string): Cause {
    return causeAt(this.#context, this.#observer, this.#case, { how, executed: 0, applicationId }, isAbout);
  }

  /** A replay that wrongly creates a second object gives it another id, but the same name. */
  #own(prepared: Prepared, how: string, applicationId: string): OwnCall {
    let id = prepared.object?.id;
    const name = this.#case.effect.kind === 'create' ? prepared.draft?.label : undefined;
    const isAbout = (evento: Evento): boolean =>
      (id !== undefined && isAboutId(this.#context, this.#resource, id, evento)) ||
      (name !== undefined && isAboutName(this.#resource, name, evento));
    const note = (answer: Answer): void => {
      id ??= createdId(answer, this.#resource.setting);
    };
    return { ...prepared, note, cause: this.#cause(how, isAbout, applicationId) };
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

  async #send(what: string, call: Call, counts = true): Promise<Answer> {
    const answer = await this.#context.send(call);
    if (!isSuccess(answer) || isReplayed(answer)) this.silent.push(what);
    else if (counts) this.amid.executed += 1;
    return answer;
  }
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
