import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { draftWebhook, register, updateCall, withdraw } from './registration.ts';
import { byGet, currentToken, inList, type View } from './webhook-view.ts';

/** A PUT that changes one value of a webhook slightly, and what is shown afterwards. */
export interface SmallChange {
  readonly what: string;
  /** What was sent. */
  readonly body: JsonObject;
  readonly view: View;
}

/**
 * Changes that a comparison of normalised values overlooks. Each is made to the result of the one before. A path and a query are
 * case-sensitive, and a slash at the end makes another path.
 */
const small: readonly { readonly what: string; readonly member: string; readonly change: (value: string) => string }[] = [
  { what: 'the case of the path', member: 'Url', change: (url) => url.replace('/Hook?', '/hook?') },
  { what: 'the case of a name in the query', member: 'Url', change: (url) => url.replace('?Via=', '?via=') },
  { what: 'the case of a value in the query', member: 'Url', change: (url) => url.replace('=Conformance', '=conformance') },
  { what: 'the path by a slash at its end', member: 'Url', change: (url) => url.replace('/hook?', '/hook/?') },
  { what: 'the query by one more parameter', member: 'Url', change: (url) => `${url}&n=2` },
  { what: 'the whole query', member: 'Url', change: (url) => url.replace(/\?.*/, '') },
  { what: 'the case of the Description', member: 'Description', change: (text) => text.replace('Small', 'small') },
  { what: 'the last character of the Description', member: 'Description', change: (text) => `${text}.` },
];

/** The small changes that the target accepts. It may refuse some Urls and Descriptions. */
export async function smallChanges(context: CheckContext): Promise<readonly SmallChange[]> {
  const webhook = await register(context, await draftWebhook(context));
  const { create, update, delete: deleted } = contactTypes(context);
  const state: { body: JsonObject; latest: Answer } = { body: webhook.body, latest: webhook.answer };
  const made: SmallChange[] = [];
  const put = async (what: string, changes: JsonObject): Promise<void> => {
    const body = { ...state.body, ...changes };
    const token = await currentToken(context, webhook, state.latest);
    const answer = await context.send(await updateCall(context, webhook, { changes: body, token }));
    if (!isSuccess(answer)) return;
    Object.assign(state, { body, latest: answer });
    const view = (await byGet(context, webhook)) ?? (await inList(context, webhook));
    if (view !== undefined) made.push({ what, body, view });
  };
  await put('everything', { Url: `${webhook.url}/Hook?Via=Conformance&n=1`, Description: `${webhook.endpoint.name} Small` });
  for (const { what, member, change } of small) await put(what, { [member]: change(String(state.body[member])) });
  for (const Events of [[create, update], [create, update, deleted], [create, deleted], [deleted]])
    await put(`the Events to ${Events.join(', ')}`, { Events });
  await withdraw(context, webhook);
  return made;
}
