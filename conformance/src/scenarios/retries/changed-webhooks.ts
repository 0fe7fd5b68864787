import { headerNames } from '../../api/header-names.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, type JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { OpenEndpoint, Reply, Webhook } from '../../model/webhook.ts';
import { times } from '../../wait/times.ts';
import { unlessRefused } from '../unless-refused.ts';
import { update, updateCall } from '../webhooks/registration.ts';
import { plainRefusal } from './answers.ts';
import { type Answering, allAnswered, answering, type Delivery, listen, mustBeRetried } from './delivery.ts';
import { creation, type EventTrigger } from './event-trigger.ts';

/** What webhooks are for. */
export interface Audience {
  readonly company: Company;
  readonly types: readonly string[];
  readonly events: readonly EventTrigger[];
}

/** What happens to a webhook while its deliveries wait for a retry. */
interface Change {
  /** How the deliveries are answered, and what happened to the webhook, for the report. */
  readonly answering: Answering;
  readonly everyCompany?: boolean;
  /** Answers whether the target took it as meant. */
  readonly act: (webhook: Webhook) => Promise<boolean>;
  /** The events that the webhook no longer asks for then; by default it still asks for each. */
  readonly drops?: (type: string) => boolean;
}

/** A webhook that is changed while its deliveries wait. */
export interface ChangedWebhook extends Change {
  readonly deliveries: readonly Delivery[];
}

/**
 * A webhook for each change. The events take turns among the changes that must not affect them, and among those that drop them.
 * @param never confirms nothing
 */
export async function changedWebhooks(
  context: CheckContext,
  { company, types, events }: Audience,
  never: Answering,
): Promise<readonly ChangedWebhook[]> {
  const put = (changes: (webhook: Webhook) => JsonObject) => (webhook: Webhook) => rewritten(context, webhook, changes(webhook));
  const whose = ({ name, replies }: Answering, what: string): Answering => ({ name: `${name}, whose webhook ${what},`, replies });
  const changedTo = (what: string): Answering => ({ name: `A webhook that was changed to ${what}`, replies: [{ status: 500 }] });
  const kept = types.at(-1) ?? '';
  const [other] = context.target.companies.filter((one) => one !== company);
  const harmless: readonly Change[] = [
    { answering: whose(plainRefusal, 'refused a change'), act: (webhook) => changesRefused(context, webhook) },
    {
      answering: whose(plainRefusal, 'was given a further type'),
      act: put(({ events: few }) => ({ Events: [...few, ...types.filter((type) => !few.includes(type)).slice(0, 1)] })),
    },
    {
      answering: whose(plainRefusal, 'was changed from all companies to its own'),
      everyCompany: true,
      act: put(() => ({ AziendaId: identifier(company.id) })),
    },
    { answering: whose(never, 'was given another Description'), act: put(described) },
  ];
  const dropping: readonly Change[] = [
    ...(types.length > 1
      ? [{ answering: changedTo('another type'), act: put(() => ({ Events: [kept] })), drops: (type: string) => type !== kept }]
      : []),
    ...(other === undefined
      ? []
      : [
          {
            answering: changedTo('another company'),
            everyCompany: true,
            act: put(() => ({ AziendaId: identifier(other.id) })),
            drops: () => true,
          },
        ]),
  ];
  const made: ChangedWebhook[] = [];
  for (const changes of [harmless, dropping]) {
    for (const [turn, change] of changes.entries()) {
      const own = events.filter((_event, index) => index % changes.length === turn % events.length);
      const asked = [...new Set([...own.map(({ type }) => type()), ...(change.drops && !change.everyCompany ? [kept] : [])])];
      const options = { everyCompany: change.everyCompany ?? false };
      const deliveries = (await unlessRefused(listen(context, company, asked, allAnswered(own, change.answering), options))) ?? [];
      made.push({ ...change, deliveries });
    }
  }
  return made;
}

/** Another Description. */
export function described({ endpoint }: Webhook): JsonObject {
  return { Description: `${endpoint.name} changed` };
}

/** Changes members of a webhook of one company, and keeps the others as created. Answers whether the target accepted it. */
export async function rewritten(context: CheckContext, webhook: Webhook, changes: JsonObject): Promise<boolean> {
  const { company, url, endpoint, events, concurrencyToken: token } = webhook;
  const body = webhookBody(company, url, endpoint.name, events);
  return isSuccess(await context.send(await updateCall(context, { ...webhook, body }, { changes, token })));
}

/** A token that no webhook has. */
const NO_TOKEN = -1;

/** Tries to change and delete a webhook in ways that must be refused. Answers whether all were refused. */
async function changesRefused(context: CheckContext, { company, id, url, endpoint, events }: Webhook): Promise<boolean> {
  const names = headerNames(context.target.service.headerWord);
  const api = await context.api();
  const put = (Url: string): Call =>
    api.call('updateWebhook', {
      company,
      id,
      body: { ...webhookBody(company, Url, `${endpoint.name} changed`, events.slice(0, 1)), ConcurrencyToken: NO_TOKEN },
    });
  const deletion = api.call('deleteWebhook', { company, id });
  const wrong = [
    put(url),
    put(url.replace(/^https:/, 'http:')),
    withoutHeader(put(url), 'Authorization'),
    withoutHeader(deletion, 'Authorization'),
    withoutHeader(deletion, names.apiKey),
    withoutHeader(deletion, names.licenseKey),
  ];
  let refused = true;
  for (const call of wrong) refused = !isSuccess(await context.send(call)) && refused;
  return refused;
}

/** A webhook that refuses every event at its first Url and once more at the second, which a PUT gives it, and confirms it at a third. */
export class MovingWebhook {
  readonly #context: CheckContext;
  readonly #all: readonly Delivery[];
  readonly #second: OpenEndpoint;
  readonly #third: OpenEndpoint;
  /** The answer to the latest PUT. */
  #answer: Answer | undefined;
  /** The deliveries that waited for a retry when the Url was changed. */
  moved: readonly Delivery[] = [];
  /** Why the target changes no Url. */
  refusal: Skip | Inconclusive | undefined;

  private constructor(context: CheckContext, all: readonly Delivery[], second: OpenEndpoint, third: OpenEndpoint) {
    this.#context = context;
    this.#all = all;
    this.#second = second;
    this.#third = third;
  }

  static async start(context: CheckContext, { company, types, events }: Audience): Promise<MovingWebhook> {
    const refusals = canMoveAgain(context) ? 2 : 1;
    const replies = (index: number): Reply => ({ status: index < refusals ? 500 : 204 });
    const all = await listen(context, company, types, allAnswered(events, { name: '500, whose webhook got another Url,', replies }));
    const open = (): Promise<OpenEndpoint> => context.run.webhooks.open(context.rule, answering(all));
    return new MovingWebhook(context, all, await open(), await open());
  }

  get deliveries(): readonly Delivery[] {
    return this.#all;
  }

  /** Waits for the first attempts, and changes the Url. The target's clock stands still, so that no retry comes before. */
  async move(): Promise<void> {
    const [first] = this.#all;
    const haveCome = (): boolean => this.#all.every(({ attempts }) => attempts.length > 0);
    await this.#context.idle(async () => first?.webhook.endpoint.until(haveCome, times.firstComeMs));
    const begun = this.#all.filter(({ attempts }) => attempts.length > 0);
    try {
      if (first) this.#answer = await update(this.#context, first.webhook, { Url: this.#second.url });
      this.moved = begun;
    } catch (error) {
      if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
      this.refusal = error;
    }
  }

  /**
   * Call this when no later attempt can be under way to the first Url. If the clock can be moved, waits for the first retries, and changes
   * the Url again.
   * @param witness a webhook that receives the same events, and shows whether the target still delivers
   */
  async follow(at: number, witness: Pick<Webhook, 'endpoint'> | undefined): Promise<void> {
    for (const one of this.moved) {
      one.leave(at, this.#second.endpoint);
      one.witness = witness ?? one.witness;
      one.confirmedAfter = 2;
      mustBeRetried(one);
    }
    const [first] = this.moved;
    if (first === undefined || this.#answer === undefined || !canMoveAgain(this.#context)) return;
    await this.#context.advance(times.firstRetryMoveMs);
    const { endpoint } = this.#second;
    const haveCome = (): boolean => this.moved.every(({ after }) => after.length > 0);
    if (!(await this.#context.idle(() => endpoint.arrives(haveCome, this.#context.target.timing.deliveryWithinMs)))) return;
    if (!(await unlessRefused(update(this.#context, first.webhook, { Url: this.#third.url })))) return;
    await this.#untilSettled();
    // A third attempt of a delivery that came twice by then may have been under way.
    for (const one of this.moved.filter(({ attempts, after }) => after.length === 1 && attempts.length === 2)) {
      one.leave(Date.now(), this.#third.endpoint);
      one.confirmedAfter = 3;
      one.isDue = () => one.attempts.length === 2;
    }
  }

  /** Waits for the attempts that were under way when the PUT was answered. The target's clock stands still meanwhile. */
  async #untilSettled(): Promise<void> {
    const { endpoint } = this.#second;
    const count = (): number => endpoint.attempts.length;
    const end = Date.now() + times.underWayMs;
    for (let hasCome = true; hasCome && Date.now() < end; ) {
      const seen = count();
      hasCome = await this.#context.idle(() => endpoint.until(() => count() !== seen, this.#context.target.timing.quietMs));
    }
  }
}

/** Only where the clock can be moved does a second retry come soon. */
function canMoveAgain(context: CheckContext): boolean {
  return context.clock !== undefined && !context.isQuick;
}

/** An event whose webhook drops its type during the first attempt, which is then refused; none if the PUT is answered too late. */
export async function dropInFlight(context: CheckContext, { company, types }: Audience): Promise<readonly Delivery[]> {
  const kept = types.at(-1);
  if (kept === undefined || types.length === 1) return [];
  for (const heldMs of times.heldMs) {
    const trigger = creation(context, company);
    const replies = [{ status: 500, afterMs: heldMs }, { status: 500 }] as const;
    const how = { name: 'A webhook that was changed to another type during an attempt', replies };
    const [delivery] = await listen(context, company, [trigger.type(), kept], [{ trigger, answering: how }]);
    if (delivery === undefined) return [];
    const { attempts, webhook } = delivery;
    const put = await updateCall(context, webhook, { changes: { Events: [kept] }, token: webhook.concurrencyToken });
    await trigger.act();
    await context.idle(() => webhook.endpoint.arrives(() => attempts.length > 0, context.target.timing.deliveryWithinMs));
    const [first] = attempts;
    if (first === undefined || !isSuccess(await context.send(put))) return [];
    const at = Date.now();
    delivery.leave(at);
    if (at <= first.arrivedAt + heldMs) return [delivery];
  }
  return [];
}
