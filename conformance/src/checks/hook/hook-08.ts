import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { type Audiences, audienceOf, audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { creationCall, draftWebhook, type Registration, update, updateCall } from '../../scenarios/webhooks/registration.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { currentToken, differingMembers, listedWebhooks, type View, viewsOfAll } from '../../scenarios/webhooks/webhook-view.ts';

/** Makes a Url that must be refused from one that is accepted. */
interface OtherUrl {
  readonly of: (https: string) => string;
  readonly [fc.toStringMethod]: () => string;
}

function otherUrl(of: (https: string) => string): OtherUrl {
  return { of, [fc.toStringMethod]: () => of('https://host/path') };
}

/** Another scheme instead of `https:`. */
const withScheme = (scheme: string): OtherUrl => otherUrl((https) => https.replace(/^https:/, scheme));

const http = withScheme('http:');

/** Always tried: what a target accepts that only refuses http, only searches for the text `https`, or accepts any URL. */
const likely: readonly OtherUrl[] = [
  ...['HTTP:', 'ftp:', 'wss:', '', 'httpss:'].map(withScheme),
  otherUrl(() => 'mailto:webhook@example.com'),
  otherUrl((https) => `http://${new URL(https).hostname}:443${new URL(https).pathname}`),
  otherUrl((https) => `http://${new URL(https).host}/?next=${https}`),
];

const rare: readonly OtherUrl[] = [
  ...['hTtp:', 'ws:', 'file:', 'ssh:', 'xhttps:', 'https-x:', ' http:'].map(withScheme),
  otherUrl((https) => https.replace(/^https:\/\//, '/')),
  otherUrl((https) => `javascript:${https.replace(/^https:/, '')}`),
  otherUrl(() => 'data:application/json,%7B%7D'),
  otherUrl((https) => https.replace(/^https:/, 'http:').replace(/\/([^/]+)$/, '/https:/$1')),
];

interface Case {
  readonly url: OtherUrl;
  /** Index of the audience that the webhook is for. */
  readonly audience: number;
}

/** HOOK-08: only https is accepted in Url: any other scheme is refused, on POST and on PUT, and nothing changes. */
export const hook08: Check = check('HOOK-08', { isolation: 'shared', weight: 1 }, async (context) => {
  const everyone = await audiences(context);
  // The control of POST and PUT: the same requests with an https Url are accepted.
  const { quietType } = await webhookCapabilities(context);
  const others = [quietType, `${context.target.surface.eventObjects.documento}.Delete`];
  const webhooks = (await unlessRefused(registerEach(context, everyone, { events: others }))) ?? (await registerEach(context, everyone));
  const tokens = new Map<Registration, Json>();
  for (const webhook of webhooks) tokens.set(webhook, await currentToken(context, webhook, await update(context, webhook, {})));
  const before = await viewsOfAll(context, webhooks);
  const refused = new Map<string, string>();
  const cases = fc.record({ url: fc.constantFrom(...likely, ...rare), audience: fc.nat({ max: everyone.length - 1 }) });
  const examples = [...everyone.map(() => http), ...likely].map((url, audience) => ({ url, audience }));
  const judge = async ({ url, audience }: Case): Promise<void> => {
    const draft = await draftWebhook(context, audienceOf(everyone, audience));
    refused.set(draft.endpoint.name, url.of(draft.url));
    const posted = await creationCall(context, { ...draft, body: { ...draft.body, Url: url.of(draft.url) } });
    judgeRefused(context, 'POST', url.of(draft.url), (await context.sendJudged(posted, 'a refusal')).status);
    const webhook = webhooks[audience % webhooks.length] ?? webhooks[0];
    const changes = { Url: url.of(webhook.url), Description: `${webhook.endpoint.name} changed`, Events: [quietType] };
    const put = await updateCall(context, webhook, { changes, token: tokens.get(webhook) ?? null });
    judgeRefused(context, 'PUT', url.of(webhook.url), (await context.sendJudged(put, 'a refusal')).status);
  };
  await context.forAll(cases, 3, judge, examples);
  judgeUnchanged(context, before, await viewsOfAll(context, webhooks));
  await judgeNoneCreated(context, everyone, refused);
  for (const webhook of webhooks) {
    const accepted = await context.send(await updateCall(context, webhook, { token: tokens.get(webhook) ?? null }));
    context.judge(isSuccess(accepted), {
      message: 'A PUT with a refused Url must leave the webhook and its token unchanged.',
      expected: '2xx to the same PUT with an https Url',
      actual: String(accepted.status),
    });
  }
});

function judgeRefused(context: CheckContext, method: string, url: string, status: number): void {
  context.judge(status < 200 || status >= 300, {
    message: `A ${method} with a Url that is not https must be refused.`,
    expected: 'a refusal',
    actual: `${status} for ${url}`,
  });
}

type ViewOf = View & { readonly webhook: Registration };

function judgeUnchanged(context: CheckContext, before: readonly ViewOf[], after: readonly ViewOf[]): void {
  for (const { webhook, how, shown } of after) {
    const earlier = before.find((view) => view.webhook === webhook && view.how === how)?.shown;
    // A page of the list may have missed it, since other rules create webhooks too.
    if (earlier === undefined) continue;
    context.judge(differingMembers(earlier, shown).length === 0, {
      message: `A refused PUT must leave the webhook unchanged, as shown by ${how}.`,
      expected: `url ${String(memberOf(earlier, 'url'))}, concurrencyToken ${String(memberOf(earlier, 'concurrencyToken'))}`,
      actual: `url ${String(memberOf(shown, 'url'))}, concurrencyToken ${String(memberOf(shown, 'concurrencyToken'))}`,
    });
  }
}

/** @param refused the Urls that were refused, by the Description that was sent with them */
async function judgeNoneCreated(context: CheckContext, everyone: Audiences, refused: ReadonlyMap<string, string>): Promise<void> {
  for (const company of new Set(everyone.map((audience) => audience.company))) {
    const entries = (await listedWebhooks(context, { company })) ?? [];
    const created = entries.flatMap((entry) => refused.get(String(memberOf(entry, 'description'))) ?? []);
    context.judge(created.length === 0, {
      message: 'A refused POST must create nothing.',
      expected: 'no webhook',
      actual: `the list shows webhooks for ${created.join(', ')}`,
    });
  }
}
