import { isServed } from '../../api/requests.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { listPages } from '../../scenarios/operations/list-pages.ts';
import { audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { type Registration, update } from '../../scenarios/webhooks/registration.ts';
import { unseen, viewsOfAll } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-06: GET and list answer secret = null. */
export const hook06: Check = check('HOOK-06', { isolation: 'shared', weight: 1 }, async (context) => {
  const webhooks = await registerEach(context, await audiences(context));
  await judgeHidden(context, webhooks, 'after the creation');
  await judgeEveryPage(context);
  for (const webhook of webhooks) await update(context, webhook, { Description: `${webhook.endpoint.name} changed` });
  await judgeHidden(context, webhooks, 'after a PUT');
});

/** Looks at every page of the list, whoever created its webhooks. */
async function judgeEveryPage(context: CheckContext): Promise<void> {
  if (!isServed(context, 'listWebhook')) return;
  for (const company of context.target.companies) await judgePages(context, company);
}

async function judgePages(context: CheckContext, company: Company): Promise<void> {
  const list = await listPages(context, 'listWebhook', company);
  for (const [index, page] of (list?.pages ?? []).entries()) {
    const shown = page.map((entry) => memberOf(entry, 'secret')).filter((secret) => secret !== null);
    context.judge(shown.length === 0, {
      message: `Each entry on page ${index + 1} of the list of webhooks must have secret null.`,
      expected: '"secret": null',
      actual: `${shown.length} entries with ${shown.includes(undefined) ? 'no secret member' : 'a secret'}`,
    });
  }
}

async function judgeHidden(context: CheckContext, webhooks: readonly Registration[], when: string): Promise<void> {
  const views = await viewsOfAll(context, webhooks);
  if (views.length === 0) throw unseen(context);
  for (const { how, shown } of views) {
    const secret = memberOf(shown, 'secret');
    context.judge(secret === null, {
      message: `The secret of a webhook in the answer to ${how} must be null ${when}.`,
      expected: '"secret": null',
      actual: secret === undefined ? 'no secret member' : `a ${typeof secret}`,
    });
  }
}
