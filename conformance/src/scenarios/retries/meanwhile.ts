import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { operationCases } from '../operations/operation-case.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { type Registration, update, withdraw, withQuery } from '../webhooks/registration.ts';
import type { EventTrigger } from './event-trigger.ts';

/** Deliveries that wait for a retry. */
export interface Waiting {
  readonly company: Company;
  readonly webhook: Registration;
  readonly events: readonly EventTrigger[];
}

/** Something that must not make retries come sooner, later, more often or never. */
interface Disturbance {
  readonly what: string;
  readonly act: (context: CheckContext, waiting: Waiting) => Promise<void>;
}

const description: Disturbance = {
  what: 'changing the webhook, and its Url to another that reaches the same place',
  act: async (context, { webhook }) => {
    const { endpoint, url } = webhook;
    for (const changes of [{ Description: `${endpoint.name} described` }, { Url: withQuery(url) }])
      await update(context, webhook, changes, (call) => context.send(call));
  },
};

/** What happens during each wait, in turn. From the second wait on, the objects of the events are gone. */
const disturbances: readonly Disturbance[] = [
  {
    what: 'logging in again, and changing the objects again',
    act: async (context, { events }) => {
      await context.run.session.newToken((call) => context.send(call));
      // These fire newer events of the same types, about the same objects.
      await Promise.all(events.map(({ changeAgain }) => changeAgain?.()));
    },
  },
  {
    what: 'deleting the objects',
    act: async (_context, { events }) => {
      for (const { remove } of events) await remove?.();
    },
  },
  description,
  { what: 'listing and reading objects', act: readAll },
  {
    what: 'creating and deleting another webhook',
    act: async (context, { company, webhook }) => await comeAndGo(context, company, webhook.events),
  },
];

/** Creates and deletes a webhook. @throws Inconclusive if the target refuses it */
export async function comeAndGo(context: CheckContext, company: Company, events: readonly string[]): Promise<void> {
  const script = (): { readonly status: number } => ({ status: 500 });
  await withdraw(context, await createWebhook(context, company, events, { script }));
}

/** Does something else while deliveries wait for the retry with this index. Other rules judge whether the target supports it. */
export async function happenMeanwhile(context: CheckContext, retry: number, waiting: Waiting): Promise<void> {
  const disturbance = disturbances[retry % disturbances.length];
  if (disturbance === undefined || (context.isQuick && disturbance !== description)) return;
  await context.part(disturbance.what, () => disturbance.act(context, waiting));
}

async function readAll(context: CheckContext, { company }: Waiting): Promise<void> {
  const reading = operationCases(context, company).filter(({ effect }) => effect.kind === 'list' || effect.kind === 'read');
  for (const { operation, prepare } of reading) await context.part(operation, async () => await context.send((await prepare()).call));
}
