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
import { unlessAbsent } from '../unless-absent.ts';
import type { FiredOtherwise, OpenFiredEvent } from './fired-event.ts';
import { mended } from './mended-calls.ts';
import { type Newcomers, newcomers } from './newcomers.ts';
import { refusedObject } from './refused-object.ts';

/** Longer than what is often kept for such a text. */
const APPLICATION_ID_LENGTH = 200;

/** Calls under one key at once, and PUTs under one token at once. */
const AT_ONCE = 3;

/** Calls one operation as a FiredEvent says; its events are awaited afterwards, for all operations together. */
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
    // Of digits alone, which are a text all the same, under a header name in lower case (HDR-08).
    const another = digitsOf(this.#context.fresh());
    const other = { ...prepared, call: withHeader(withoutHeader(prepared.call, header), header.toLowerCase(), another) };
    if (!isCreation) for (const { what, call } of this.#alterations(other.call)) await this.#send(what, call);
    const first = await this.#succeed(other.call);
    if (first !== undefined) await this.#tryAgain(other.call, other.object);
    // A replay that creates another object gives it another id, and the name of the first.
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
      // What is created without an id is known to nobody.
      newcomers: isCreation && createdId(answer, this.#resource.setting) === undefined ? undefined : came,
      isAmid,
      silent: this.#silent,
    };
  }

  /** What is to be called between two events of the type; undefined if nothing is. */
  async #betweenEvents(type: string): Promise<(() => Promise<Newcomers>) | undefined> {
    const { events: types } = this.#observer;
    if (this.#context.isQuick || !types.includes(type)) return undefined;
    const other = types.find((one) => one !== type);
    return await unlessAbsent(this.#context, `webhooks for ${type} alone`, () => newcomers(this.#context, this.#case.company, type, other));
  }

  /** Under a key under which it was refused before, and without an application id, as far as the target takes that. */
  async #otherwise(
    type: string,
    isAbout: (prepared: Prepared, created: Answer | undefined) => (evento: Evento) => boolean,
  ): Promise<readonly FiredOtherwise[]> {
    const { applicationId } = headerNames(this.#context.target.service.headerWord);
    const fired: FiredOtherwise[] = [];
    const note = (how: string, prepared: Prepared, answer: Answer): void => {
      // What is created without an id is known to nobody.
      if (prepared.object === undefined && createdId(answer, this.#resource.setting) === undefined) return;
      const isOwn = isAbout(prepared, answer);
      fired.push({ how, arrivals: this.#arrivals((evento) => evento.type === type && isOwn(evento)) });
    };
    if (operations[this.#case.operation].acceptsKey) {
      const keyed = await this.#prepared(this.#context.freshKey());
      const answer = await mended(this.#context, this.#case, keyed.call);
      if (answer !== undefined) note('under a key under which wrong calls were refused', keyed, answer);
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

  /** On an object of its own: one that others use too may be acted on by them. */
  async #prepared(key?: string): Promise<Prepared> {
    const { effect, company, prepare, callFor } = this.#case;
    if (effect.kind === 'create') return await prepare(key);
    const object = await ownObject(this.#context, effect.of ?? effect.resource, company);
    if (effect.after !== undefined) await this.#context.prepare((await this.#context.api()).call(effect.after, { company, id: object.id }));
    return await callFor(object, key);
  }

  /** The call in ways in which it must be refused. */
  *#alterations(rightful: Call): Generator<{ readonly what: string; readonly call: Call }> {
    const names = headerNames(this.#context.target.service.headerWord);
    const other = this.#context.target.companies.find(({ id }) => id !== this.#case.company.id);
    // Whether a refusal stays with its key is not said.
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

  /** Creations of one name, each of which must be refused; undefined if one was not, or there is no name to know them by. */
  async #refuseCreations(): Promise<string | undefined> {
    const { call, draft } = await this.#case.prepare();
    let accepted = false;
    // An object without its name cannot be known by it.
    for (const { what, call: altered } of this.#alterations(call))
      if (!what.includes('empty')) accepted = isSuccess(await this.#send(what, altered, false)) || accepted;
    return accepted ? undefined : draft?.label;
  }

  /** Under a key several at once, of which one is executed; undefined if none succeeds. */
  async #succeed(call: Call): Promise<Answer | undefined> {
    const { acceptsKey } = operations[this.#case.operation];
    const answers = await Promise.all(Array.from({ length: acceptsKey ? AT_ONCE : 1 }, () => this.#context.send(call)));
    const done = answers.filter((answer) => isSuccess(answer));
    this.#executed += done.filter((answer) => !isReplayed(answer)).length;
    if (acceptsKey) this.#silent.push('duplicates at once under one key');
    return done[0];
  }

  /** What was executed is sent again, under its key and without. */
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
      await Promise.all(rivals.map((rival) => this.#send('that loses against another', rival)));
    }
    const { applicationId: header } = headerNames(context.target.service.headerWord);
    // What can be done twice fires an event of its own, which must not stand in for the first.
    const again = withHeader(unkeyed, header, context.fresh());
    if (effect.kind === 'delete' || effect.kind === 'act') await this.#send('done before', again);
    if (effect.kind !== 'delete' && !effect.once) return;
    // What is deleted takes nothing more, and what is issued neither change nor deletion.
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

/** An application id may be as long as any other header, and its end counts. */
function long(applicationId: string): string {
  return `${applicationId.padEnd(APPLICATION_ID_LENGTH - 1, '~')}.`;
}

/** As many as a number holds, of which the last ones differ. */
function digitsOf(text: string): string {
  return [...text]
    .map((character) => character.codePointAt(0))
    .join('')
    .slice(-12);
}
