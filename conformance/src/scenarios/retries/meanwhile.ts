import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { operationCases } from '../operations/operation-case.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { type Registration, tryUpdates, withdraw, withQuery } from '../webhooks/registration.ts';
import type { EventTrigger } from './event-trigger.ts';

/** Deliveries that wait for a retry. */
export interface Waiting {
  readonly company: Company;
  readonly webhook: Registration;
  readonly events: readonly EventTrigger[];
}

/** Something that is no reason to retry sooner, later, more often or never, for the report and to be done. */
interface Disturbance {
  readonly what: string;
  readonly act: (context: CheckContext, waiting: Waiting) => Promise<void>;
}

const description: Disturbance = {
  what: 'a webhook that is changed, also in its Url, which reaches the same place',
  act: async (context, { webhook }) => {
    const { endpoint, url } = webhook;
    await tryUpdates(context, webhook, [{ Description: `${endpoint.name} described` }, { Url: withQuery(url) }]);
  },
};

/** What happens during each wait, in turn; the objects that the events are about are gone from the second on. */
const disturbances: readonly Disturbance[] = [
  {
    what: 'a user that authenticates again, and objects that are changed again',
    act: async (context, { events }) => {
      await context.run.session.newToken((call) => context.send(call));
      // Newer events of the same types, about the same objects.
      await Promise.all(events.map(({ changeAgain }) => changeAgain?.()));
    },
  },
  {
    what: 'objects that are deleted',
    act: async (_context, { events }) => {
      for (const { remove } of events) await remove?.();
    },
  },
  description,
  { what: 'what is listed and read', act: readAll },
  {
    what: 'another webhook that comes and goes',
    act: async (context, { company, webhook }) => await comeAndGo(context, company, webhook.events),
  },
];

/** A webhook is created and deleted. @throws Inconclusive if the target refuses it */
export async function comeAndGo(context: CheckContext, company: Company, events: readonly string[]): Promise<void> {
  const script = (): { readonly status: number } => ({ status: 500 });
  await withdraw(context, await createWebhook(context, company, events, { script }));
}

/** Something else happens while deliveries wait for the retry with this index. Which of it a target has is judged by other rules. */
export async function happenMeanwhile(context: CheckContext, retry: number, waiting: Waiting): Promise<void> {
  const disturbance = disturbances[retry % disturbances.length];
  if (disturbance === undefined || (context.isQuick && disturbance !== description)) return;
  await unlessAbsent(context, disturbance.what, () => disturbance.act(context, waiting));
}

async function readAll(context: CheckContext, { company }: Waiting): Promise<void> {
  const reading = operationCases(context, company).filter(({ effect }) => effect.kind === 'list' || effect.kind === 'read');
  for (const { operation, prepare } of reading)
    await unlessAbsent(context, operation, async () => await context.send((await prepare()).call));
}
