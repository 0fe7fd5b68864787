import { webhookBody } from '../api/webhook-body.ts';
import { isSuccess } from '../http/answer.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import { Stopped } from '../http/stopped.ts';
import type { Answer } from '../model/exchange.ts';
import type { RuleResult } from '../model/rule-result.ts';
import type { Company } from '../model/target.ts';
import { Inconclusive } from '../model/verdict.ts';
import type { ActiveRun } from './active-run.ts';
import { Remover } from './remover.ts';
import { RuleContext } from './rule-context.ts';

/** How many webhooks a target allows a company. */
export interface WebhookLimit {
  readonly company: Company;
  readonly webhooks: number;
}

/** The most plain webhooks that are created to find out whether there is a limit. */
const MOST_TRIES = 100;

/** Whether a limit may explain a rule's result. If so, the rule is judged again when no other rule needs webhooks. */
export async function needsRoom(run: ActiveRun, { id, outcome }: RuleResult): Promise<boolean> {
  const { registrations } = run.traces;
  // Once a limit is known, it is the likeliest reason, and need not be confirmed again.
  if (outcome === 'pass' || registrations.limited) return registrations.limited && registrations.refusedFor(id) !== undefined;
  return (await webhookLimit(run, id)) !== undefined;
}

/**
 * The limit that explains a refused registration. There is one if plain registrations are refused too, before clearly more webhooks exist
 * than at the refusal. Undefined if the refusal had another reason.
 */
export async function webhookLimit(run: ActiveRun, rule: string): Promise<WebhookLimit | undefined> {
  const { registrations } = run.traces;
  const name = `webhook limit, ${rule}`;
  const context = new RuleContext(name, run);
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const refused = registrations.refusedFor(rule);
      if (refused === undefined) return undefined;
      const webhooks = run.traces.webhookCount(refused.company);
      if (isSuccess(await register(context, refused.company))) continue;
      registrations.limited = webhooks > 0;
      return webhooks > 0 ? { company: refused.company, webhooks } : undefined;
    }
  } catch (error) {
    if (!(error instanceof LostAnswer || error instanceof Stopped || error instanceof Inconclusive)) throw error;
  } finally {
    await new Remover(context).remove(run.traces.madeFor(name));
  }
  return undefined;
}

/** Creates the plainest possible webhook, for an event type that the target is known to accept. */
async function register(context: RuleContext, company: Company): Promise<Answer> {
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const events = [context.run.traces.registrations.takenType ?? `${context.target.surface.eventObjects.anagrafica}.Delete`];
  return await context.send(
    (await context.api()).call('createWebhook', { company, body: webhookBody(company, url, endpoint.name, events) }),
  );
}

/** The reason for a rule that needs more webhooks than the target allows. */
export function tooFewWebhooks({ company, webhooks }: WebhookLimit): string {
  return `the target refuses another webhook of company ${company.id} while this run has ${webhooks}, and this rule needs more: raise the limit for the run`;
}
