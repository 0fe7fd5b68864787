import { readList } from '../../api/listing.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import type { GuardedKind } from '../../scenarios/concurrency/guarded-state.ts';
import { keyedPuts } from '../../scenarios/idempotency/keyed-puts.ts';
import { judgePresentState } from '../../scenarios/idempotency/present-state.ts';
import { isSameName } from '../../scenarios/values/texts.ts';
import { creationCall, draftWebhook, type Registration, register } from '../../scenarios/webhooks/registration.ts';
import { listedWebhooks, viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** IDEM-14: GET and DELETE do not need a key: a GET with a key shows the present state, never a stored response. */
export const idem14: Check = check('IDEM-14', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const kind of await keyedPuts(context)) await judgeGet(context, kind);
  await judgeUsedKey(context);
  await judgeList(context);
  await judgeDelete(context);
  await judgePresentState(context);
});

/** A GET with one key, before and after a change. */
async function judgeGet(context: CheckContext, kind: GuardedKind): Promise<void> {
  const [object, key] = [await kind(context), context.freshKey()];
  const { surface } = context.target;
  if ((object.kind === 'webhook' ? surface.webhookGet : surface.anagraficaGet) === null) return;
  const put = await object.put(context.fresh(), object.created.token);
  const get = withKey(asGet(put), key);
  const plain = await context.send(asGet(put));
  if (!isSuccess(plain)) return;
  const before = await context.sendJudged(get, '2xx');
  judgePresent(context, before, object.told(before)?.mark, object.told(plain)?.mark, `GET of a ${object.kind} with a key`);
  const mark = context.fresh();
  await context.prepare(await object.put(mark, object.created.token));
  // The control: without a key the change is seen.
  if (!isSameName(object.told(await context.send(asGet(put)))?.mark, mark)) return;
  const after = await context.sendJudged(get, '2xx');
  judgePresent(context, after, object.told(after)?.mark, mark, `GET of a ${object.kind} with a key, after a change`);
}

/** A GET and a DELETE with the key of the creation: refusing them is legal (IDEM-09), the stored response is not. */
async function judgeUsedKey(context: CheckContext): Promise<void> {
  const key = context.freshKey();
  const webhook = await register(context, await draftWebhook(context), key);
  const [api, { company, id }] = [await context.api(), webhook];
  if (context.target.surface.webhookGet !== null) {
    const get = api.call('getWebhook', { company, id });
    if (isSuccess(await context.send(get)))
      judgeNotStored(context, webhook, await context.sendJudged(withKey(get, key), 'the webhook, or a refusal'));
  }
  const deletion = withKey(api.call('deleteWebhook', { company, id }), key);
  const deleted = await context.sendJudged(deletion, '2xx, or a refusal');
  judgeNotStored(context, webhook, deleted);
  if (!isSuccess(deleted)) return;
  const shown = await viewsOf(context, webhook);
  context.judge(shown.length === 0, {
    message: 'A DELETE with the key of a creation, answered 2xx, must have removed the webhook.',
    expected: 'a refusal, or no webhook any more',
    actual: `${deleted.status}, and ${shown.map(({ how }) => how).join(' and ')} shows it`,
  });
}

function judgeNotStored(context: CheckContext, { secret }: Registration, answer: Answer): void {
  const stored = isReplayed(answer) || memberOf(webhookOf(answer), 'secret') === secret;
  context.judge(!stored, {
    message: 'A GET or DELETE with the key of a creation must not be answered from the store.',
    expected: 'what it answers without a key, or a refusal',
    actual: isReplayed(answer) ? `${answer.status}, marked as replayed` : 'the secret of the creation',
  });
}

/** The list with one key, before and after a creation. */
async function judgeList(context: CheckContext): Promise<void> {
  const first = await draftWebhook(context);
  if (context.target.surface.webhookList === null) return;
  const list = withKey((await context.api()).call('listWebhook', { company: first.company }), context.freshKey());
  await readList(list, (call) => context.send(call));
  await context.prepare(await creationCall(context, first));
  const shows = (entries: readonly unknown[] | undefined): boolean =>
    entries?.some((entry) => memberOf(entry as never, 'description') === first.endpoint.name) ?? false;
  // The control: without a key the new webhook is listed.
  if (!shows(await listedWebhooks(context, first))) return;
  const answers: Answer[] = [];
  const after = await readList(list, async (call) => {
    const answer = await context.sendJudged(call, '2xx');
    answers.push(answer);
    return answer;
  });
  context.judge(shows(after?.entries) && !answers.some(isReplayed), {
    message: 'The list with a key must show the present state.',
    expected: 'the webhook that was created since the first list with this key',
    actual: answers.some(isReplayed) ? 'an answer marked as replayed' : 'a list without it',
  });
}

async function judgeDelete(context: CheckContext): Promise<void> {
  const webhook = await register(context, await draftWebhook(context));
  const answer = await context.sendRightful((await context.api()).call('deleteWebhook', { company: webhook.company, id: webhook.id }));
  context.judge(isSuccess(answer), { message: 'A DELETE without a key must be accepted.', expected: '2xx', actual: String(answer.status) });
}

function judgePresent(context: CheckContext, answer: Answer, shown: string | undefined, mark: string | undefined, what: string): void {
  const isPresent = mark === undefined ? shown === undefined : isSameName(shown, mark);
  context.judge(isSuccess(answer) && !isReplayed(answer) && isPresent, {
    message: `${what} must show the present state.`,
    expected: `2xx with ${mark}`,
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed,' : ''} with ${shown}`,
  });
}

/** A GET of the object that a PUT changes. */
function asGet(put: Call): Call {
  const { body: _body, ...rest } = put;
  return { ...rest, method: 'GET', headers: put.headers.filter(([name]) => name !== 'Content-Type') };
}

function withKey(call: Call, key: string): Call {
  return withHeader(call, 'Idempotency-Key', key);
}
