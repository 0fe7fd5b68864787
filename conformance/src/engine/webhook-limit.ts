import { type Answer, isSuccess } from '../http/answer.ts';
import { LostAnswer } from '../http/driver.ts';
import { Stopped } from '../http/stopped.ts';
import type { RuleResult } from '../model/result.ts';
import type { Company } from '../model/target.ts';
import { Inconclusive } from '../model/verdict.ts';
import { webhookBody } from '../scenarios/webhooks/webhooks.ts';
import { Remover } from './remover.ts';
import { type Bench, Trial } from './trial.ts';

/** How many webhooks a target lets a company have. */
export interface WebhookLimit {
  readonly company: Company;
  readonly webhooks: number;
}

/** Plain webhooks created at most to learn whether there is a limit. */
const mostTries = 100;

/** Whether what became of a rule may be due to a limit: it is judged again when nobody else needs webhooks. */
export async function needsRoom(bench: Bench, { id, outcome }: RuleResult): Promise<boolean> {
  const { registrations } = bench.traces;
  // Once there is a limit, it need not be met again to be the likeliest reason.
  if (outcome === 'pass' || registrations.limited) return registrations.limited && registrations.refusedFor(id) !== undefined;
  return (await webhookLimit(bench, id)) !== undefined;
}

/**
 * The limit that explains why a registration was refused for a rule: there is one when plain registrations are refused too, before clearly
 * more webhooks exist than then. Undefined where the refusal had another reason.
 */
export async function webhookLimit(bench: Bench, rule: string): Promise<WebhookLimit | undefined> {
  const { registrations } = bench.traces;
  const name = `webhook limit, ${rule}`;
  const trial = new Trial(name, bench);
  try {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const refused = registrations.refusedFor(rule);
      if (refused === undefined) return undefined;
      const webhooks = bench.traces.webhookCount(refused.company);
      if (isSuccess(await register(trial, refused.company))) continue;
      registrations.limited = webhooks > 0;
      return webhooks > 0 ? { company: refused.company, webhooks } : undefined;
    }
  } catch (error) {
    if (!(error instanceof LostAnswer || error instanceof Stopped || error instanceof Inconclusive)) throw error;
  } finally {
    await new Remover(trial).remove(bench.traces.webhooksOf(name));
  }
  return undefined;
}

/** The plainest webhook that there is, for a type that the target is known to take. */
async function register(trial: Trial, company: Company): Promise<Answer> {
  const { endpoint, url } = await trial.bench.webhooks.open(trial);
  const events = [trial.bench.traces.registrations.takenType ?? `${trial.target.surface.eventObjects.anagrafica}.Delete`];
  return await trial.send((await trial.api()).call('createWebhook', { company, body: webhookBody(company, url, endpoint.name, events) }));
}

/** What is said of a rule that needs more webhooks than the target allows. */
export function tooFewWebhooks({ company, webhooks }: WebhookLimit): string {
  return `the target refuses another webhook of company ${company.id} while this run has ${webhooks}, and this rule needs more: allow more for the run`;
}
