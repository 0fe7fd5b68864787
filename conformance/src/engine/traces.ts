import { unlessNamedOtherwise } from '../api/event-names.ts';
import { headerNames } from '../api/header-names.ts';
import { createdId, objectOf } from '../api/identity.ts';
import { RequestBuilder } from '../api/requests.ts';
import { type OperationId, operations } from '../generated/operations.ts';
import { isSuccess } from '../http/answer.ts';
import type { Cleanup } from '../model/cleanup.ts';
import type { Call, Exchange } from '../model/exchange.ts';
import { type Json, jsonIn, memberOf } from '../model/json.ts';
import type { Company, Target } from '../model/target.ts';
import { companiesOf } from '../model/target.ts';
import { Skip } from '../model/verdict.ts';
import { type Kind, kinds, webhook } from './kind.ts';
import { Registrations } from './registrations.ts';

/** One object that the target created for this run, by its own answer. */
export interface Trace {
  readonly kind: Kind;
  readonly company: Company;
  readonly id: string;
  /** The rule that it was created for; undefined if the whole run uses it. */
  rule: string | undefined;
  /** Set if the target's other user created it. Only that user may see it. */
  readonly ofOtherUser?: true;
  /** Set if other rules should not see it. */
  readonly isOdd?: true;
}

/** The most objects of a kind that are remembered. Further ones are found only in the target's lists. */
const MOST_TRACES = 200_000;

/** Remembers the ids of what the run created, from the answers, until it is removed. */
export class Traces {
  readonly #target: Target;
  readonly #runName: string;
  /** The objects of each kind, by company and id. */
  readonly #traces = new Map<Kind, Map<string, Trace>>(kinds.map((kind) => [kind, new Map()]));
  /** How many webhooks existed at once, and at which number the target refused another. */
  readonly registrations: Registrations = new Registrations();
  readonly #unseen = new Map<Kind, number>();
  readonly #strays = new Map<Kind, number>();
  readonly #removed = new Set<Kind>();
  readonly #created = new Set<Kind>();
  /** What a POST to each URL creates. */
  readonly #creations: ReadonlyMap<string, readonly { readonly kind: Kind; readonly company: Company }[]>;

  constructor(target: Target, runName: string) {
    this.#target = target;
    this.#runName = runName;
    const made = kinds.flatMap((kind) =>
      companiesOf(target).flatMap((company) => {
        const url = this.#urlOf(kind.create, company);
        return url === undefined ? [] : [{ url, kind, company }];
      }),
    );
    this.#creations = Map.groupBy(made, ({ url }) => url);
  }

  /** Records an exchange that creates or removes something. @param ofOtherUser whether the target's other user sent it */
  note(rule: string, exchange: Exchange, ofOtherUser = false): void {
    const { call, answer } = exchange;
    if (call.method === 'DELETE' && answer !== undefined && isSuccess(answer)) this.#noteRemoval(call);
    const made = call.method === 'POST' ? this.#creationOf(call) : undefined;
    if (made === undefined) return;
    if (mayHaveCreated(exchange)) {
      const { isOdd } = call;
      this.#created.add(made.kind);
      this.#noteCreation({ ...made, rule, ...(ofOtherUser && { ofOtherUser }), ...(isOdd && { isOdd }) }, exchange);
    }
    if (made.kind === webhook && answer)
      this.registrations.note(rule, made.company, this.webhookCount(made.company), answer.status, eventTypesIn(call));
  }

  #noteCreation(made: Omit<Trace, 'id'>, exchange: Exchange): void {
    const { kind } = made;
    const { answer } = exchange;
    const id = answer && isSuccess(answer) ? createdId(answer, kind.resource) : undefined;
    if (id === undefined || this.#ofKind(kind).size >= MOST_TRACES) this.#unseen.set(kind, this.unseen(kind) + 1);
    else if (this.#isOurs(kind, exchange)) this.#remember({ ...made, id });
    else this.#strays.set(kind, this.strays(kind) + 1);
  }

  /** Whether any request of the run may have created something of a kind. */
  mayHaveCreated(kind: Kind): boolean {
    return this.#created.has(kind);
  }

  /** Adopts what an earlier run of the same name left. */
  restore({ left, unknown }: Pick<Cleanup, 'left' | 'unknown'>): void {
    for (const { operation } of [...left, ...unknown]) {
      const kind = kinds.find(({ create }) => create === operation);
      if (kind) this.#created.add(kind);
    }
    for (const { operation, company: companyId, id, ofOtherUser } of left) {
      const kind = kinds.find(({ create }) => create === operation);
      const company = companiesOf(this.#target).find((one) => one.id === companyId);
      if (kind && company) this.#remember({ kind, company, id, rule: undefined, ...(ofOtherUser && { ofOtherUser }) });
    }
  }

  /** The objects of a kind, newest first. */
  of(kind: Kind): readonly Trace[] {
    return [...this.#ofKind(kind).values()].reverse();
  }

  webhookCount(company: Company): number {
    return this.of(webhook).filter((trace) => trace.company.id === company.id).length;
  }

  /** What may explain a refused registration: its event types, or the number of webhooks. Empty if nothing does, and for other calls. */
  crowding(call: Call): string {
    const made = call.method === 'POST' ? this.#creationOf(call) : undefined;
    const [type] = made?.kind === webhook ? this.registrations.neverTaken(eventTypesIn(call)) : [];
    if (type !== undefined) return `, like every webhook for ${type} so far: ${unlessNamedOtherwise(type, this.#target)}`;
    const webhooks = made?.kind === webhook ? this.webhookCount(made.company) : 0;
    return webhooks === 0
      ? ''
      : ` while this run had ${webhooks} webhooks of company ${made?.company.id}: if that is the target's limit, raise it for the run`;
  }

  /** The number of creations of a kind without an answer or an id in it. They do not show whether anything was created. */
  unseen(kind: Kind): number {
    return this.#unseen.get(kind) ?? 0;
  }

  /** The number of creations of a kind that were answered with another name. No list shows whether their objects belong to the run. */
  strays(kind: Kind): number {
    return this.#strays.get(kind) ?? 0;
  }

  /** Whether the target is known to be able to remove objects of this kind. */
  canRemove(kind: Kind): boolean {
    return operations[kind.remove].level === 'stated' || this.#removed.has(kind);
  }

  /** What was created only for one rule: webhooks and odd objects. */
  madeFor(rule: string): readonly Trace[] {
    return kinds.flatMap((kind) => this.of(kind).filter((trace) => trace.rule === rule && (kind === webhook || trace.isOdd)));
  }

  /** Keeps a webhook that the whole run uses when its rule's objects are removed. */
  keepWebhook(company: Company, id: string): void {
    const trace = this.#ofKind(webhook).get(keyOf({ company, id }));
    if (trace) trace.rule = undefined;
  }

  forget(trace: Pick<Trace, 'kind' | 'company' | 'id'>): void {
    this.#ofKind(trace.kind).delete(keyOf(trace));
  }

  #remember(trace: Trace): void {
    const [known, key] = [this.#ofKind(trace.kind), keyOf(trace)];
    // A replayed response names an object that is already known, which stays with its first rule.
    if (!known.has(key)) known.set(key, trace);
  }

  #ofKind(kind: Kind): Map<string, Trace> {
    return this.#traces.get(kind) ?? new Map();
  }

  /** If the path names no company, the company is the one of the call's license key. */
  #creationOf(call: Call): { readonly kind: Kind; readonly company: Company } | undefined {
    // The query does not matter.
    const found = this.#creations.get(call.url.split('?')[0] ?? '');
    const licensed = this.#licensed(call);
    return found?.find(({ company }) => company === licensed) ?? found?.[0];
  }

  /** A removal with another company's license key proves nothing, even if the answer is 2xx. */
  #noteRemoval(call: Call): void {
    const { subject } = call;
    const company = this.#licensed(call);
    if (subject === undefined || company === undefined) return;
    for (const kind of kinds) {
      if (this.#urlOf(kind.remove, company, subject) !== call.url) continue;
      this.#removed.add(kind);
      this.forget({ kind, company, id: subject });
    }
  }

  /** A faulty service may answer with somebody else's object, which must never be removed. Unprintable characters need not match. */
  #isOurs({ mark }: Kind, { call, answer }: Exchange): boolean {
    const name = mark !== undefined && answer ? memberOf(objectOf(answer, mark), mark) : undefined;
    if (mark === undefined || typeof name !== 'string') return true;
    return name.toLowerCase().includes(this.#runName) || letters(memberOf(jsonIn(call.body), mark)) === letters(name);
  }

  /** The company whose license key a call carries. */
  #licensed({ headers }: Call): Company | undefined {
    const name = headerNames(this.#target.service.headerWord).licenseKey.toLowerCase();
    const key = headers.find(([other]) => other.toLowerCase() === name)?.[1];
    return companiesOf(this.#target).find(({ licenseKey }) => licenseKey === key);
  }

  #urlOf(operation: OperationId, company: Company, id?: string): string | undefined {
    try {
      return new RequestBuilder(this.#target, '').call(operation, { company, ...(id !== undefined && { id }) }).url;
    } catch (error) {
      if (error instanceof Skip) return undefined;
      throw error;
    }
  }
}

/** After a lost answer or a 5xx, something may have been created. After a refusal, nothing was. */
function mayHaveCreated({ answer, lost }: Exchange): boolean {
  if (answer === undefined) return lost !== 'ECONNREFUSED';
  return isSuccess(answer) || (answer.status >= 500 && answer.status !== 501);
}

function eventTypesIn({ body }: Call): readonly string[] {
  const types = memberOf(jsonIn(body), 'Events');
  return Array.isArray(types) ? types.map(String) : [];
}

function letters(name: Json | undefined): Json | undefined {
  return typeof name === 'string' ? name.replaceAll(/[\p{C}\ufffd?]/gu, '') : name;
}

function keyOf({ company, id }: Pick<Trace, 'company' | 'id'>): string {
  return `${company.id} ${id}`;
}
