import fc from 'fast-check';
import { creationCall, draftWebhook, type Registration, register, update, updateCall } from '../../probe/registration.ts';
import { currentToken, differingMembers, listedWebhooks, viewsOf } from '../../probe/webhook-view.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { isSuccess } from '../../wire/answer.ts';
import { type Json, memberOf } from '../../wire/json.ts';

/** What stands in the place of `https:` in a Url that must be refused. */
const others = ['http:', 'HTTP:', 'hTtp:', 'ftp:', 'ws:', 'wss:', 'file:', 'httpss:', 'xhttps:', 'https-x:', ''] as const;

/** Urls of another scheme, made from one that is accepted. */
const otherUrl: fc.Arbitrary<(https: string) => string> = fc
  .oneof(
    fc.constantFrom(...others).map((scheme) => (https: string) => https.replace(/^https:/, scheme)),
    fc.constant((https: string) => https.replace(/^https:\/\//, '/')),
    fc.constant((https: string) => `javascript:${https.replace(/^https:/, '')}`),
    fc.constant((https: string) => https.replace(/^https:/, 'http:').replace(/\/([^/]+)$/, '/https:/$1')),
    fc.constant((https: string) => `http://${new URL(https).host}/?next=${https}`),
  )
  .map((change) => Object.assign(change, { [fc.toStringMethod]: () => change('https://host/path') }));

/** HOOK-08: only https is accepted in Url: any other scheme is refused, on POST and on PUT, and nothing changes. */
export const hook08: Check = check('HOOK-08', async (trial) => {
  // The control of both: the same requests with the https Url are accepted.
  const hook = await register(trial, await draftWebhook(trial));
  const token = await currentToken(trial, hook, await update(trial, hook, {}));
  const examples = (['http:', 'ftp:', 'HTTP:'] as const).map((scheme) => (https: string) => https.replace(/^https:/, scheme));
  await trial.forAll(otherUrl, 8, (change) => judgePost(trial, change), examples);
  await trial.forAll(otherUrl, 8, (change) => judgePut(trial, hook, token, change), examples);
  const accepted = await trial.send(await updateCall(trial, hook, { token }));
  trial.judge(isSuccess(accepted), {
    message: 'A PUT whose Url is refused must leave the webhook and its token as they were.',
    expected: '2xx to the same PUT with an https Url',
    actual: String(accepted.status),
  });
});

async function judgePost(trial: Trial, change: (https: string) => string): Promise<void> {
  const draft = await draftWebhook(trial);
  const [url, description] = [change(draft.url), draft.endpoint.name];
  const answer = await trial.sendJudged(await creationCall(trial, { ...draft, body: { ...draft.body, Url: url } }), 'a refusal');
  judgeRefused(trial, 'POST', url, answer.status);
  const entries = await listedWebhooks(trial, draft);
  const there = entries?.some((entry) => memberOf(entry, 'description') === description) ?? false;
  trial.judge(!there, { message: 'A refused POST must create nothing.', expected: 'no webhook', actual: `one with Url ${url} is listed` });
}

async function judgePut(trial: Trial, hook: Registration, token: Json, change: (https: string) => string): Promise<void> {
  const [url, before] = [change(hook.url), await viewsOf(trial, hook)];
  const changes = { Url: url, Description: `${hook.endpoint.name} changed` };
  const answer = await trial.sendJudged(await updateCall(trial, hook, { changes, token }), 'a refusal');
  judgeRefused(trial, 'PUT', url, answer.status);
  const after = await viewsOf(trial, hook);
  for (const { how, webhook } of before) {
    const now = after.find((view) => view.how === how)?.webhook;
    // A page of a list may show it no more, since others create webhooks too.
    if (now === undefined) continue;
    trial.judge(differingMembers(webhook, now).length === 0, {
      message: `A refused PUT must leave the webhook as it was, by ${how}.`,
      expected: `url ${String(memberOf(webhook, 'url'))}, concurrencyToken ${String(memberOf(webhook, 'concurrencyToken'))}`,
      actual: `url ${String(memberOf(now, 'url'))}, concurrencyToken ${String(memberOf(now, 'concurrencyToken'))}`,
    });
  }
}

function judgeRefused(trial: Trial, method: string, url: string, status: number): void {
  trial.judge(status < 200 || status >= 300, {
    message: `${method} of a webhook with a Url that is not https must be refused.`,
    expected: 'a refusal',
    actual: `${status} for ${url}`,
  });
}
