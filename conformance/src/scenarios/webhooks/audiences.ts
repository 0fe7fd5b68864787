import { createdId } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type Json } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { oncePerRun } from '../once-per-run.ts';
import { creationCall, type DraftOptions, draftWebhook, type Registration, register } from './registration.ts';

/** Whom a webhook is for. A service may be right about one audience and wrong about another. */
export interface Audience {
  /** Whose license key is sent. The source does not say which of a user's keys a configuration endpoint takes. */
  readonly company: Company;
  readonly aziendaId: Json;
}

export type Audiences = readonly [Audience, ...Audience[]];

/** One company, a second one and all companies, if the target accepts webhooks for them, which HOOK-09 judges. Learned once per run. */
export const audiences: (context: CheckContext) => Promise<Audiences> = oncePerRun(learn);

/** The audience of the n-th case, in rotation. */
export function audienceOf(all: Audiences, turn: number): Audience {
  return all[turn % all.length] ?? all[0];
}

/** The AziendaId of a webhook for one company, and the company under whose license key the target accepts it. */
export async function audienceOfCompany(context: CheckContext, company: Company): Promise<Pick<Audience, 'company' | 'aziendaId'>> {
  const aziendaId = identifier(company.id);
  const known = (await audiences(context)).find((audience) => audience.aziendaId === aziendaId);
  return known ?? { company, aziendaId };
}

/** Creates a webhook for each audience. @throws Inconclusive or Skip if the target refuses one */
export async function registerEach(
  context: CheckContext,
  all: Audiences,
  options: Pick<DraftOptions, 'events' | 'script'> = {},
): Promise<readonly [Registration, ...Registration[]]> {
  const create = async (audience: Audience): Promise<Registration> =>
    await register(context, await draftWebhook(context, { ...audience, ...options }));
  const [first, ...others] = all;
  const webhooks: [Registration, ...Registration[]] = [await create(first)];
  for (const audience of others) webhooks.push(await create(audience));
  return webhooks;
}

async function learn(context: CheckContext): Promise<Audiences> {
  const [first, second] = context.target.companies;
  const forCompany = (of: Company, company: Company): Audience => ({ company, aziendaId: identifier(of.id) });
  const ofSecond = second === undefined ? [] : [forCompany(second, second), forCompany(second, first)];
  const ofAll = { company: first, aziendaId: null };
  const others = [await firstAccepted(context, ofSecond), await firstAccepted(context, [ofAll])];
  return [forCompany(first, first), ...others.filter((audience) => audience !== undefined)];
}

async function firstAccepted(context: CheckContext, ways: readonly Audience[]): Promise<Audience | undefined> {
  for (const way of ways) {
    const answer = await context.send(await creationCall(context, await draftWebhook(context, way)));
    const id = createdId(answer, 'webhook');
    if (!isSuccess(answer) || id === undefined) continue;
    await context.send((await context.api()).call('deleteWebhook', { company: way.company, id }));
    return way;
  }
  return undefined;
}
