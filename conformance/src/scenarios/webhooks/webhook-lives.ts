import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { oncePerRun } from '../once-per-run.ts';
import { unlessRefused } from '../unless-refused.ts';
import { everyEnding } from '../values/texts.ts';
import { type Audience, audiences } from './audiences.ts';
import { creationCall, draftWebhook, type Registration, registered, update, withdraw, withQuery } from './registration.ts';
import { viewsOf, webhookOf } from './webhook-view.ts';

/** A webhook in one answer. */
export interface Look {
  /** Whose answer it is, as in `the answer to GET after a PUT`. */
  readonly how: string;
  readonly by: 'POST' | 'PUT' | 'GET' | 'the list';
  /** What was sent last. */
  readonly sent: JsonObject;
  /** The webhook; empty if the answer holds none. */
  readonly shown: JsonObject;
  /** The answer to the call that sent it. */
  readonly answer: Answer;
}

/** A webhook that was created, read, changed by a PUT and read again. */
export interface WebhookLife {
  /** The body of its creation. */
  readonly body: JsonObject;
  readonly created: Answer;
  /** Its id and all that followed are unknown if the creation was refused, or does not tell the id and the secret. */
  readonly id?: string;
  /** The answer to the PUT. */
  readonly changed?: Answer;
  readonly looks: readonly Look[];
}

/** Every kind of webhook, for each audience. A target must accept all but the optional ones. */
const kinds: readonly { readonly of: (body: JsonObject) => JsonObject; readonly isOptional?: true }[] = [
  { of: (body) => body },
  { of: ({ Description: _left, ...body }) => body },
  // The source does not say which characters a Description or a Url may hold.
  { of: (body) => ({ ...body, Description: String(body.Description) + everyEnding, Url: withQuery(String(body.Url)) }), isOptional: true },
];

/** One webhook of each kind for each audience, once in a run. */
export const webhookLives: (context: CheckContext) => Promise<readonly WebhookLife[]> = oncePerRun(async (context) => {
  const lives: WebhookLife[] = [];
  for (const audience of context.some(await audiences(context))) {
    for (const { of, isOptional } of kinds) {
      const life = await live(context, audience, of);
      if (isSuccess(life.created) || !isOptional) lives.push(life);
    }
  }
  return lives;
});

async function live(context: CheckContext, audience: Audience, of: (body: JsonObject) => JsonObject): Promise<WebhookLife> {
  const plain = await draftWebhook(context, audience);
  const draft = { ...plain, body: of(plain.body) };
  const { body } = draft;
  const created = await context.sendRightful(await creationCall(context, draft));
  if (!isSuccess(created)) return { body, created, looks: [] };
  const creation: Look = { how: 'the creation', by: 'POST', sent: body, shown: webhookOf(created) ?? {}, answer: created };
  const webhook = await unlessRefused((async () => registered(context, draft, created))());
  if (webhook === undefined) return { body, created, looks: [creation] };
  const looks = [creation, ...(await readings(context, webhook, body, created))];
  const changes = body.Description === undefined ? {} : { Description: `${String(body.Description)} changed` };
  const changed = await update(context, webhook, changes, (call) => context.sendRightful(call));
  if (isSuccess(changed)) {
    const sent = { ...body, ...changes };
    looks.push({ how: 'a PUT', by: 'PUT', sent, shown: webhookOf(changed) ?? {}, answer: changed });
    looks.push(...(await readings(context, webhook, sent, changed, ' after a PUT')));
  }
  await withdraw(context, webhook);
  return { body, created, id: webhook.id, changed, looks };
}

async function readings(
  context: CheckContext,
  webhook: Registration,
  sent: JsonObject,
  answer: Answer,
  when = '',
): Promise<readonly Look[]> {
  return (await viewsOf(context, webhook)).map(({ how, shown }) => ({ how: how + when, by: how, sent, shown, answer }));
}
