import { isSameType } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { type Audience, audienceOfCompany } from '../webhooks/audiences.ts';
import {
  draftWebhook,
  inCapitals,
  type Registration,
  register,
  update,
  updateCall,
  withdraw,
  withQuery,
} from '../webhooks/registration.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';
import { guidsOf } from './cause.ts';
import type { Firing } from './firing.ts';

/** The Url that a webhook has, or had, or that was refused, and the types that must come there. */
export interface Followed {
  /** The rule that judges it. */
  readonly rule: 'CONC-02' | 'EVT-08' | 'EVT-12' | 'HOOK-14';
  /** Completes the sentence "... must come to ...". */
  readonly what: string;
  readonly at: Pick<Webhook, 'endpoint'>;
  /** The types that must come there, and no others. */
  readonly types: readonly string[];
  /** Whether it became so between the two calls of each operation, so that only the second one counts. */
  readonly isLate?: boolean;
  /** How the path of each delivery must end. A proxy in front of the receiver may change what comes before. */
  readonly pathEnd?: string;
}

/** Whom a webhook is for. */
type Whom = Pick<Audience, 'company' | 'aziendaId'>;

/** Webhooks that are created, changed and deleted before the operations are called, or between two calls of each. */
export class FollowedWebhooks {
  readonly all: Followed[] = [];
  /** The webhook whose Url was changed; undefined if the target accepts no such PUT. */
  moved: Registration | undefined;
  readonly #context: CheckContext;
  readonly #audience: Whom;
  readonly #types: readonly string[];
  /** Those that exist. */
  readonly #registered = new Set<Registration>();

  private constructor(context: CheckContext, audience: Whom, types: readonly string[]) {
    this.#context = context;
    this.#audience = audience;
    this.#types = types;
  }

  /** Creates those that have changed before any operation is called. */
  static async create(context: CheckContext, company: Company, types: readonly string[]): Promise<FollowedWebhooks> {
    const followed = new FollowedWebhooks(context, await audienceOfCompany(context, company), types);
    await context.part('giving a webhook another Url', () => followed.#move());
    if (types.length > 1) {
      await context.part('removing types from a webhook', () => followed.#narrow());
      await context.part('refusing a stale PUT of a webhook', () => followed.#refuseMove());
    }
    await followed.#changeCompanies();
    await followed.#delete(await followed.#register(types), false);
    return followed;
  }

  /**
   * Prepares those that come and go between two calls: a service that caches whom it told last is wrong about them. Call the returned
   * function between the calls.
   */
  async comeAndGo(): Promise<() => Promise<void>> {
    const middle = Math.ceil(this.#types.length / 2);
    const halves = this.#types.length < 2 ? [] : [this.#types.slice(0, middle), this.#types.slice(middle)];
    const deleted = await this.#register(this.#types);
    const waiting: { readonly webhook: Registration; readonly types: readonly string[] }[] = [];
    for (const [index, half] of halves.entries()) waiting.push({ webhook: await this.#register(half), types: halves.at(index - 1) ?? [] });
    return async () => {
      await this.#context.part('giving webhooks other types', async () => {
        for (const { webhook, types } of waiting) {
          await update(this.#context, webhook, { Events: [...types] });
          this.all.push({
            rule: 'EVT-12',
            what: 'a webhook that got these types by a PUT after an event of each',
            at: webhook,
            types,
            isLate: true,
          });
        }
      });
      await this.#delete(deleted, true);
      const created = await this.#register(this.#types);
      this.all.push({
        rule: 'EVT-08',
        what: 'a webhook that was created after an event of each type',
        at: created,
        types: this.#types,
        isLate: true,
      });
    };
  }

  /** The webhooks that exist. */
  get existing(): readonly Webhook[] {
    return [...this.#registered];
  }

  /** A PUT gives a webhook another Url, and all types instead of one. Only the last type is new to it. */
  async #move(): Promise<void> {
    const [context, types] = [this.#context, this.#types];
    const before = await this.#register(types.slice(0, Math.max(1, types.length - 1)));
    await update(context, before, { Events: types.slice(0, 1) });
    const { endpoint, url: plain } = await context.run.webhooks.open(context.rule);
    const at = plain.lastIndexOf('/');
    const marked = withQuery(`${plain.slice(0, at)}/Via%2FConformance${plain.slice(at)}`);
    let url = plain;
    // Whether a Url may have capitals, an escape and a query is the target's choice.
    for (url of [inCapitals(marked), marked, plain]) {
      const isPlain = url === plain;
      const changes = { Url: url, Events: [...types] };
      if (isSuccess(await update(context, before, changes, (call) => (isPlain ? context.prepare(call) : context.send(call))))) break;
    }
    this.moved = { ...before, endpoint, url, events: types, body: { ...before.body, Url: url, Events: [...types] } };
    this.#registered.delete(before);
    this.#registered.add(this.moved);
    this.all.push(
      { rule: 'EVT-12', what: 'a webhook whose Url and types a PUT changed', at: this.moved, types, pathEnd: url.slice(at) },
      { rule: 'EVT-12', what: 'the Url that a webhook had before a PUT', at: before, types: [] },
    );
  }

  /** A PUT leaves a webhook only the last of its types. */
  async #narrow(): Promise<void> {
    const webhook = await this.#register(this.#types);
    const types = this.#types.slice(-1);
    await update(this.#context, webhook, { Events: types });
    this.all.push({ rule: 'EVT-12', what: 'a webhook that lost other types by a PUT', at: webhook, types });
  }

  /** PUTs change the AziendaId. A target may refuse that: the source does not say which license key such a PUT needs. */
  async #changeCompanies(): Promise<void> {
    // One type is enough: in another company, where other rules act, many events of all types would come.
    const [context, here, types] = [this.#context, this.#audience, this.#types.slice(-1)];
    const company = context.target.companies.find(({ id }) => id !== String(here.aziendaId));
    if (company === undefined || !(await webhookCapabilities(context)).moves) return;
    const there = await audienceOfCompany(context, company);
    for (const { what, before, aziendaId, received } of [
      { what: 'a webhook that a PUT moved from another company', before: there, aziendaId: here.aziendaId, received: types },
      { what: 'a webhook of another company that a PUT widened to all', before: there, aziendaId: null, received: types },
      { what: 'a webhook that a PUT moved to another company', before: here, aziendaId: there.aziendaId, received: [] },
    ]) {
      await context.part(what, async () => {
        const webhook = await this.#register(types, before);
        await update(context, webhook, { AziendaId: aziendaId });
        this.all.push({ rule: 'EVT-12', what, at: webhook, types: received });
      });
    }
  }

  /** A PUT of another Url and of all types has a stale token, and is refused. */
  async #refuseMove(): Promise<void> {
    const [context, types] = [this.#context, this.#types.slice(-1)];
    const webhook = await this.#register(types);
    await update(context, webhook, { Description: `${webhook.endpoint.name} changed` });
    const elsewhere = await context.run.webhooks.open(context.rule);
    const changes = { Url: elsewhere.url, Events: this.#types };
    if (isSuccess(await context.send(await updateCall(context, webhook, { changes, token: webhook.concurrencyToken })))) return;
    this.all.push(
      { rule: 'CONC-02', what: 'a webhook whose stale PUT was refused', at: webhook, types },
      { rule: 'CONC-02', what: 'the Url of a stale PUT that was refused', at: elsewhere, types: [] },
    );
  }

  async #register(events: readonly string[], audience: Whom = this.#audience): Promise<Registration> {
    const webhook = await register(this.#context, await draftWebhook(this.#context, { ...audience, events }));
    this.#registered.add(webhook);
    return webhook;
  }

  async #delete(webhook: Registration, isLate: boolean): Promise<void> {
    await withdraw(this.#context, webhook);
    this.#registered.delete(webhook);
    this.all.push({ rule: 'HOOK-14', what: 'a deleted webhook', at: webhook, types: [], isLate });
  }
}

/** What came to a followed Url. */
export interface Received {
  readonly of: Followed;
  /** What must not have come. */
  readonly stray: Arrival | undefined;
  /** What came to another path. */
  readonly misled: Arrival | undefined;
  /** The types that have not come. */
  readonly missing: readonly string[];
}

/** What has come so far. Only what the observer got is missing elsewhere: which objects fire events is the target's choice. */
export function received(followed: Followed, firings: readonly Firing[]): Received {
  const { at, types, isLate = false, pathEnd = '' } = followed;
  const causes = firings.flatMap(({ once, amid }) => (isLate ? [amid] : [once, amid]));
  const guids = guidsOf(causes.flatMap((cause) => cause.arrivals()));
  const came = arrivalsAt(at).filter(({ evento }) => guids.has(String(evento.eventGuid)));
  const due = firings.filter(({ type, once, isDone }) => types.includes(type) && once.count() > 0 && (isDone || !isLate));
  const hasCome = ({ operation, type }: Firing): boolean =>
    arrivalsAt(at).some(
      ({ evento }) => evento.type === type && causes.some((cause) => cause.operation === operation && cause.isOwn(evento)),
    );
  return {
    of: followed,
    stray: came.find(({ evento }) => !types.some((type) => isSameType(evento.type, type))),
    misled: came.find(({ attempt }) => !attempt.path.endsWith(pathEnd)),
    missing: due.filter((one) => !hasCome(one)).map(({ type }) => type),
  };
}

/** Judges what came to the Urls that the current rule is about. */
export function judgeReceived(context: CheckContext, all: readonly Received[]): void {
  for (const { of, stray, misled, missing } of all.filter((one) => one.of.rule === context.rule)) {
    context.judge(stray === undefined, {
      message: `${String(stray?.evento.type)} must not come to ${of.what}.`,
      expected: of.types.length === 0 ? 'nothing' : `only ${of.types.join(', ')}`,
      actual: String(stray?.evento.type),
      about: { 'must not have come': stray?.attempt },
    });
    context.judge(misled === undefined, {
      message: 'A webhook must receive its events at its full Url.',
      expected: 'the path and the query of its Url',
      actual: `POST ${misled?.attempt.path}`,
      about: { 'came to another path': misled?.attempt },
    });
    context.judge(missing.length === 0, {
      message: `The events of all types that it asks for must come to ${of.what}.`,
      expected: missing.join(', '),
      actual: 'nothing, though another webhook got such events',
    });
  }
}
