import type { Attempt, ExtraPort, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import type { EventTrigger } from './event-trigger.ts';

/** A webhook whose first attempt is lost, and the later attempts. */
export interface Unreachable {
  readonly name: string;
  readonly webhook: Webhook;
  readonly later: readonly Attempt[];
}

/** Webhooks behind ports of their own. One port is closed, and the other breaks off the first connection. */
export interface ClosedPorts {
  /** Lets attempts in. Answers the webhooks that certainly lost a first attempt. @param retried whether retries have come already */
  readonly reopen: (retried: () => boolean) => Promise<readonly Unreachable[]>;
}

/** None if the receiver has only one port, or the target accepts no other. */
export async function closePorts(context: CheckContext, company: Company, trigger: EventTrigger): Promise<ClosedPorts> {
  const refusing = await closablePort(context, company, trigger);
  const breaking = refusing && (await closablePort(context, company, trigger));
  if (refusing === undefined || breaking === undefined) return { reopen: async () => [] };
  await refusing.port.shut();
  breaking.port.breakNext();
  return {
    reopen: async (retried) => {
      const listens = await refusing.port.reopen();
      // If the target cannot reach such a port, nothing can be said.
      if (breaking.port.connections === 0) return [];
      const broken = { ...breaking, name: 'a connection that is reset before it is secured' };
      // A target that retries at once may have used up its retries.
      return retried() || !listens ? [broken] : [broken, { ...refusing, name: 'a connection that is refused' }];
    },
  };
}

interface Closable extends Omit<Unreachable, 'name'> {
  readonly port: ExtraPort;
}

async function closablePort(context: CheckContext, company: Company, trigger: EventTrigger): Promise<Closable | undefined> {
  const later: Attempt[] = [];
  const script: Script = (_index, attempt) => {
    const evento = eventoOf(attempt);
    if (evento && trigger.is(evento)) later.push(attempt);
    return { status: 204 };
  };
  const opened = await context.run.webhooks.openAside(context.rule, script);
  const webhook = opened && (await unlessRefused(createWebhook(context, company, [trigger.type()], { at: opened })));
  return webhook && { port: opened.port, webhook, later };
}
