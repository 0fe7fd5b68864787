import { typeFiredBy } from '../../api/event-names.ts';
import { headerNames } from '../../api/header-names.ts';
import { createdId } from '../../api/identity.ts';
import { operations } from '../../generated/operations.ts';
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
import { isSparing } from '../sparingly.ts';
import type { FiredOtherwise, OpenFiredEvent } from './fired-event.ts';
import { mended } from './mended-calls.ts';
import { type Newcomers, newcomers } from './newcomers.ts';
import { refusedObject } from './refused-object.ts';

/** Longer than what services often store for such a text. */
const APPLICATION_ID_LENGTH = 200;

/** How many calls are sent at once under one key, and how many PUTs under one token. */
const AT_ONCE = 3;

/** Calls one operation as a FiredEvent describes. The events are awaited later, for all operations together. */
export class Firing {
  readonly #context: CheckContext;
  readonly #case: OperationCase;
  readonly #observer: Webhook;
  readonly #silent: string[] = [];
  #executed = 0;

  constructor(context: CheckContext, one: OperationCase, observer: Webhook) {
    this.#context = context;
    this.#case = one;
    this.#observer = observer;
  }

  async run(): Promise<OpenFiredEvent> {
    const { operation, effect } = this.#case;
    const applicationId = long(`${operation} ${this.#context.fresh()}`);
    const { applicationId: header } = headerNames(this.#context.target.service.headerWord);
    const one = await this.#prepared();
    const type = typeFiredBy(operation, this.#context.target) ?? '';
    const between = await this.#betweenEvents(type);
    const answer = await this.#context.prepare(withHeader(one.call, header, applicationId));
    const came = await between?.();
    const isCreation = effect.kind === 'create';
    const refusedName = isCreation ? await this.#refuseCreations() : undefined;
    const kept = await refusedObject(this.#context, this.#case);
    const prepared = await this.#prepared(operations[operation].acceptsKey ? this.#context.freshKey() : undefined);
    // Only digits, which are still a text, under a header name in lower case (HDR-08).
    const another = digitsOf(this.#context.fresh());
    const other = { ...prepared, call: withHeader(withoutHeader(prepared.call, header), header.toLowerCase(), another) };
    if (!isCreation) for (const { what, call } of this.#alterations(other.call)) await this.#send(what, call);
    const first = await this.#succeed(other.call);
    if (first !== undefined) await this.#tryAgain(other.call, other.object);
    // A replay that wrongly creates a second object gives it another id, but the same name.
    const isAbout = ({ object, draft }: Prepared, created: Answer | undefined): ((evento: Evento) => boolean) => {
      const id = object?.id ?? (created && createdId(created, this.#resource.setting));
      const name = isCreation ? draft?.label : undefined;
      return (evento) =>
        (id !== undefined && isAboutId(this.#context, this.#resource, id, evento)) ||
        (name !== undefined && isAboutName(this.#resource, name, evento));
    };
    const [isOnce, isAmid] = [isAbout(one, answer), isAbout(other, first)];
    const isRefused = (evento: Evento): boolean =>
      (refusedName !== undefined && isAboutName(this.#resource, refusedName, evento)) ||
      (kept !== undefined && evento.type === type && isAboutId(this.#context, this.#resource, kept.id, evento));
    return {
      operation,
      type,
      applicationId,
      once: this.#arrivals(isOnce),
      amid: { arrivals: this.#arrivals(isAmid), executed: this.#executed, applicationId: another },
      refused: this.#arrivals(isRefused),
      among: (events) => ({ once: events.filter(isOnce), amid: events.filter(isAmid), refused: events.filter(isRefused) }),
      otherwise: this.#context.isQuick || isSparing(this.#context) ? [] : await this.#otherwise(type, isAbout),
      // An object that was created without an id cannot be recognised.
      newcomers: isCreation && createdId(answer, this.#resource.setting) === undefined ? undefined : came,
      isAmid,
      silent: this.#silent,
    };
  }

  /** What to run between two events of the type; undefined if nothing. */
  async #betweenEvents(type: string): Promise<(() => Promise<Newcomers>) | undefined> {
    const { events: types } = this.#observer;
    if (this.#context.isQuick || !types.includes(type)) return undefined;
    const other = types.find((one) => one !== type);
    return await this.#context.part(`webhooks for ${type} alone`, () => newcomers(this.#context, this.#case.company, type, other));
  }

  /** Calls under a key whose earlier calls were refused, and without an application id, as far as the target accepts them. */
  async #otherwise(
    type: string,
    isAbout: (prepared: Prepared, created: Answer | undefined) => (evento: Evento) => boolean,
  ): Promise<readonly FiredOtherwise[]> {
    const { applicationId } = headerNames(this.#context.target.service.headerWord);
    const fired: FiredOtherwise[] = [];
    const note = (how: string, prepared: Prepared, answer: Answer): void => {
      // An object that was created without an id cannot be recognised.
      if (prepared.object === undefined && createdId(answer, this.#resource.setting) === undefined) return;
      const isOwn = isAbout(prepared, answer);
      fired.push({ how, arrivals: this.#arrivals((evento) => evento.type === type && isOwn(evento)) });
    };
    if (operations[this.#case.operation].acceptsKey) {
      const keyed = await this.#prepared(this.#context.freshKey());
      const answer = await mended(this.#context, this.#case, keyed.call);
      if (answer !== undefined) note('under a key whose earlier calls were refused', keyed, answer);
    }
    const unnamed = await this.#prepared();
    const answer = await this.#context.send(withoutHeader(unnamed.call, applicationId));
    if (isSuccess(answer)) note('without an application id', unnamed, answer);
    return fired;
  }

  get #resource(): Resource {
    const { of, resource } = this.#case.effect;
    return resources[of ?? resource];
  }

  #arrivals(isOwn: (evento: Evento) => boolean): () => readonly Arrival[] {
    return arrivalsOfKind(this.#observer, ({ evento }) => isOwn(evento));
  }

  /** Uses an object of its own, because other checks may act on a shared one. */
  async #prepared(key?: string): Promise<Prepared> {
    const { effect, company, prepare, callFor } = this.#case;
    if (effect.kind === 'create') return await prepare(key);
    const object = await ownObject(this.#context, effect.of ?? effect.resource, company);
    if (effect.after !== undefined) await this.#context.prepare((await this.#context.api()).call(effect.after, { company, id: object.id }));
    return await callFor(object, key);
  }

  /** The call, altered in ways that must be refused. */
  *#alterations(rightful: Call): Generator<{ readonly what: string; readonly call: Call }> {
    const names = headerNames(this.#context.target.service.headerWord);
    const other = this.#context.target.companies.find(({ id }) => id !== this.#case.company.id);
    // The source does not say whether a key keeps a refusal.
    const call = withoutHeader(rightful, 'Idempotency-Key');
    yield { what: 'without a token', call: withoutHeader(call, 'Authorization') };
    yield { what: 'without an API key', call: withoutHeader(call, names.apiKey) };
    yield { what: 'without a license key', call: withoutHeader(call, names.licenseKey) };
    yield { what: 'with a wrong license key', call: withHeader(call, names.licenseKey, 'wrong') };
    if (other) yield { what: 'with the license key of another company', call: withHeader(call, names.licenseKey, other.licenseKey) };
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

  /** Sends the call several times at once if it takes a key: one is executed. Undefined if none succeeds. */
  async #succeed(call: Call): Promise<Answer | undefined> {
    const { acceptsKey } = operations[this.#case.operation];
    const answers = await Promise.all(Array.from({ length: acceptsKey ? AT_ONCE : 1 }, () => this.#context.send(call)));
    const done = answers.filter((answer) => isSuccess(answer));
    this.#executed += done.filter((answer) => !isReplayed(answer)).length;
    if (acceptsKey) this.#silent.push('simultaneous duplicates under one key');
    return done[0];
  }

  /** Sends an executed call again, with its key and without. */
  async #tryAgain(call: Call, object: StoredObject | undefined): Promise<void> {
    const { effect, operation, callFor, company } = this.#case;
    const context = this.#context;
    if (operations[operation].acceptsKey) {
      await this.#send('replayed', call);
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
    const { applicationId: header } = headerNames(context.target.service.headerWord);
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
