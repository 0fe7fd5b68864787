import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { everyEnding } from '../../scenarios/values/texts.ts';
import { draftWebhook, type Registration, register, update, withQuery } from '../../scenarios/webhooks/registration.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { notHeeded, shownBy } from '../../scenarios/webhooks/webhook-view.ts';

/** A change of a webhook by PUT. Each is made to the result of the one before, and sends all members, since a PUT may replace or merge. */
interface Change {
  readonly what: string;
  readonly of: (body: JsonObject) => JsonObject;
  /** Whether a target must accept it. It may refuse some Urls and Descriptions. */
  readonly isPlain?: true;
}

/**
 * Changes that a comparison of normalised values overlooks. A path and a query are case-sensitive, and a slash at the end makes another
 * path.
 */
const small: readonly Change[] = [
  ofMember('the case of the path', 'Url', (url) => url.replace('/Hook?', '/hook?')),
  ofMember('the case of a name in the query', 'Url', (url) => url.replace('?Via=', '?via=')),
  ofMember('the case of a value in the query', 'Url', (url) => url.replace('=Conformance', '=conformance')),
  ofMember('the path by a slash at its end', 'Url', (url) => url.replace('/hook?', '/hook/?')),
  ofMember('the query by one more parameter', 'Url', (url) => `${url}&n=2`),
  ofMember('the whole query', 'Url', (url) => url.replace(/\?.*/, '')),
  ofMember('the case of the Description', 'Description', (text) => text.replace('Small', 'small')),
  ofMember('the last character of the Description', 'Description', (text) => `${text}.`),
];

function ofMember(what: string, member: string, change: (value: string) => string): Change {
  return { what, of: (body) => ({ [member]: change(String(body[member])) }) };
}

/** HOOK-13: PUT updates the webhook; a later GET shows the new values. */
export const hook13: Check = check('HOOK-13', { isolation: 'shared', weight: 1 }, async (context) => {
  const webhook = await register(context, await draftWebhook(context));
  let { body } = webhook;
  const descriptions = new Set([memberOf(body, 'Description')]);
  for (const { what, of, isPlain } of await changesOf(context, webhook)) {
    const changed = { ...body, ...of(body) };
    const put = update(context, webhook, changed);
    if ((isPlain ? await put : await unlessRefused(put)) === undefined) continue;
    body = changed;
    for (const { how, shown } of await shownBy(context, webhook)) {
      // The source does not say how an empty Description is shown. The old ones must be gone.
      const isGone = body.Description === null && !descriptions.has(memberOf(shown, 'description'));
      const stale = notHeeded(body, shown).filter((name) => !(isGone && name === 'Description'));
      context.judge(stale.length === 0, {
        message: `A PUT that changes ${what} must take effect, as shown by ${how}.`,
        expected: stale.map((name) => `${name} ${writeJson(body[name] ?? null)}`).join(', '),
        actual: stale.map((name) => `${name} ${writeJson(memberOf(shown, name) ?? null)}`).join(', '),
      });
    }
    if (body.Description !== null) descriptions.add(body.Description);
  }
});

async function changesOf(context: CheckContext, webhook: Registration): Promise<readonly Change[]> {
  const { create, update: updated, delete: deleted } = contactTypes(context);
  const { url } = await context.run.webhooks.open(context.rule);
  const name = context.run.runName + context.fresh();
  // The source does not say whether a webhook may change its company. If a PUT is accepted, it must do so.
  const { moves } = await webhookCapabilities(context);
  const everything = { Description: name, Url: url, Events: [deleted], ...(moves && { AziendaId: null }) };
  const some: readonly Change[] = [
    { what: 'every member', of: () => everything, isPlain: true },
    { what: 'the Events to others', of: () => ({ Events: [updated] }), isPlain: true },
    { what: 'the Url and the Description', of: () => ({ Url: withQuery(webhook.url), Description: name + everyEnding }) },
  ];
  const others: readonly Change[] = [
    ...(moves ? [{ what: 'the AziendaId', of: () => ({ AziendaId: webhook.body.AziendaId ?? null }) }] : []),
    { what: 'everything', of: () => ({ Url: `${webhook.url}/Hook?Via=Conformance&n=1`, Description: `${name} Small` }) },
    ...small,
    ...[[create, updated], [create, updated, deleted], [create, deleted], [deleted]].map(
      (Events): Change => ({ what: `the Events to ${Events.join(', ')}`, of: () => ({ Events }) }),
    ),
  ];
  // The source does not say whether a Description may be null.
  return [...some, ...(context.isQuick ? [] : others), { what: 'the Description to null', of: () => ({ Description: null }) }];
}
