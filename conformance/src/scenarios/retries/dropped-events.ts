import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Attempt, Script } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { times } from '../../wait/times.ts';
import { unlessRefused } from '../unless-refused.ts';
import { draftWebhook, type Registration, register, updateCall } from '../webhooks/registration.ts';
import { currentToken } from '../webhooks/webhook-view.ts';
import { creation, type EventTrigger } from './event-trigger.ts';
import type { Audience } from './moving-webhook.ts';

/** One delivery that was refused before its webhook dropped the event. */
export interface DroppedDelivery {
  /** The event, and the change of the webhook. */
  readonly event: () => string;
  /** The attempts before the change, or possibly under way then. */
  readonly before: readonly Attempt[];
  /** The later attempts. */
  readonly stray: readonly Attempt[];
}

/** How a PUT drops events. */
interface Loss {
  readonly what: string;
  readonly everyCompany: boolean;
  readonly changes: JsonObject;
  readonly isLost: (type: string) => boolean;
}

interface Waiting {
  readonly trigger: EventTrigger;
  readonly attempts: Attempt[];
}

/** A webhook that refuses every event, and drops some by a PUT while they wait for a retry. */
export class DroppingWebhook {
  readonly #context: CheckContext;
  readonly #loss: Loss;
  readonly #webhook: Registration;
  readonly #all: readonly Waiting[];
  #isChanged = false;
  #strayFrom = Number.POSITIVE_INFINITY;

  private constructor(context: CheckContext, loss: Loss, webhook: Registration, all: readonly Waiting[]) {
    this.#context = context;
    this.#loss = loss;
    this.#webhook = webhook;
    this.#all = all;
  }

  /** One webhook that drops types, and one that drops a company, as far as the target accepts them. */
  static async startAll(context: CheckContext, { company, types, events }: Audience): Promise<readonly DroppingWebhook[]> {
    const kept = types.at(-1);
    const [other] = context.target.companies.filter((one) => one !== company);
    const losses: readonly Loss[] = [
      ...(types.length > 1 && kept !== undefined
        ? [{ what: 'another type', everyCompany: false, changes: { Events: [kept] }, isLost: (type: string): boolean => type !== kept }]
        : []),
      ...(other === undefined
        ? []
        : [{ what: 'another company', everyCompany: true, changes: { AziendaId: identifier(other.id) }, isLost: (): boolean => true }]),
    ];
    const started: DroppingWebhook[] = [];
    for (const loss of losses) {
      const one = await unlessRefused(DroppingWebhook.#start(context, loss, { company, types, events }));
      if (one !== undefined) started.push(one);
    }
    return started;
  }

  static async #start(context: CheckContext, loss: Loss, { company, types, events }: Audience): Promise<DroppingWebhook> {
    const all = events.map((trigger): Waiting => ({ trigger, attempts: [] }));
    const script = (_index: number, attempt: Attempt): { readonly status: number } => {
      const evento = eventoOf(attempt);
      const one = evento && all.find(({ trigger }) => trigger.is(evento));
      one?.attempts.push(attempt);
      return { status: one === undefined ? 204 : 500 };
    };
    const draft = await draftWebhook(context, { company, events: types, script, ...(loss.everyCompany && { aziendaId: null }) });
    return new DroppingWebhook(context, loss, await register(context, draft), all);
  }

  /** Call this after the events were fired. Waits for the first attempts, and drops the events. */
  async drop(): Promise<void> {
    const [context, webhook] = [this.#context, this.#webhook];
    await context.idle(() => webhook.endpoint.until(() => this.#all.every(({ attempts }) => attempts.length > 0), times.firstComeMs));
    const token = await currentToken(context, webhook, webhook.answer);
    this.#isChanged = isSuccess(await context.send(await updateCall(context, webhook, { changes: this.#loss.changes, token })));
  }

  /** Call this before the retries are followed. No later attempt was under way when the events were dropped. */
  follow(): void {
    this.#strayFrom = Date.now() + (this.#context.clock === undefined ? times.underWayMs : 0);
  }

  /** The deliveries of dropped events. @param company the company of the events */
  dropped({ id }: Company): readonly DroppedDelivery[] {
    const isStray = ({ arrivedAt }: Attempt): boolean => arrivedAt > this.#strayFrom;
    return this.#all
      .filter(({ trigger, attempts }) => this.#isChanged && attempts.length > 0 && this.#loss.isLost(trigger.type()))
      .map(({ trigger, attempts }) => ({
        event: () => `${trigger.type()} of company ${id} to a webhook that was changed to ${this.#loss.what}`,
        before: attempts.filter((attempt) => !isStray(attempt)),
        stray: attempts.filter(isStray),
      }));
  }
}

/**
 * An event whose webhook drops its type during the first attempt, which is then refused. Undefined if there is no other type, nothing is
 * delivered, or the PUT is answered too late. Call the returned function once later attempts had time to come.
 */
export async function dropInFlight(context: CheckContext, { company, types }: Audience): Promise<(() => DroppedDelivery) | undefined> {
  const kept = types.at(-1);
  if (kept === undefined || types.length === 1) return undefined;
  for (const heldMs of times.heldMs) {
    const dropped = await dropHeld(context, company, kept, heldMs);
    if (dropped !== 'too late') return dropped;
  }
  return undefined;
}

async function dropHeld(
  context: CheckContext,
  company: Company,
  kept: string,
  heldMs: number,
): Promise<(() => DroppedDelivery) | 'too late' | undefined> {
  const trigger = creation(context, company);
  const attempts: Attempt[] = [];
  const script: Script = (_index, attempt) => {
    const evento = eventoOf(attempt);
    if (evento === undefined || !trigger.is(evento)) return { status: 204 };
    attempts.push(attempt);
    return { status: 500, ...(attempts.length === 1 && { afterMs: heldMs }) };
  };
  const webhook = await register(context, await draftWebhook(context, { company, events: [trigger.type(), kept], script }));
  const token = await currentToken(context, webhook, webhook.answer);
  const put = await updateCall(context, webhook, { changes: { Events: [kept] }, token });
  await trigger.act();
  await context.idle(() => webhook.endpoint.arrives(() => attempts.length > 0, context.target.timing.deliveryWithinMs));
  const [first] = attempts;
  if (first === undefined || !isSuccess(await context.send(put))) return undefined;
  const changedAt = Date.now();
  if (changedAt > first.arrivedAt + heldMs) return 'too late';
  return () => ({
    event: () => `${trigger.type()} of company ${company.id} to a webhook that was changed to another type during the attempt`,
    before: attempts.filter(({ arrivedAt }) => arrivedAt <= changedAt),
    stray: attempts.filter(({ arrivedAt }) => arrivedAt > changedAt),
  });
}
