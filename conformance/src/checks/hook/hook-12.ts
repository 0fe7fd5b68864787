import { idOf } from '../../api/identity.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { identifier, memberOf } from '../../model/json.ts';
import { audienceOf, audiences } from '../../scenarios/webhooks/audiences.ts';
import { draftWebhook, type Registration, register } from '../../scenarios/webhooks/registration.ts';
import { tryMembers } from '../../scenarios/webhooks/tried-members.ts';
import { webhookLives } from '../../scenarios/webhooks/webhook-lives.ts';
import { viewsOf } from '../../scenarios/webhooks/webhook-view.ts';

/** Webhooks that are created at once. */
const TOGETHER = 6;

/** HOOK-12: Id is a unique integer, ConcurrencyToken an integer. */
export const hook12: Check = check('HOOK-12', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const { id, looks } of await webhookLives(context)) {
    for (const { how, by, shown, answer } of looks) {
      // The source does not say what a PUT answers.
      if (by === 'PUT') continue;
      for (const name of ['id', 'concurrencyToken']) {
        const value = memberOf(shown, name);
        context.judge(typeof value === 'bigint' || Number.isInteger(value), {
          message: `${name} must be an integer in the answer to ${how}.`,
          expected: 'an integer',
          actual: typeof value === 'string' ? `the string "${value}"` : String(value),
          about: { [JUDGED]: answer },
        });
      }
      context.judge(id === undefined || idOf(shown, 'webhook') === id, {
        message: `The id shown by ${how} must be the id from the creation.`,
        expected: String(id),
        actual: String(idOf(shown, 'webhook')),
        about: { [JUDGED]: answer },
      });
    }
  }
  const everyone = await audiences(context);
  const create = async (index: number): Promise<Registration> =>
    register(context, await draftWebhook(context, audienceOf(everyone, index)));
  const ids = (await Promise.all(Array.from({ length: TOGETHER }, (_, index) => create(index)))).map(({ id }) => id);
  const unique = new Set(ids).size === ids.length;
  context.judge(unique, { message: 'No two webhooks may share an id.', expected: `${ids.length} ids`, actual: ids.join(', ') });
  await judgeSentId(context);
});

/** The service sets Id. One that a client sends is refused or ignored, and gives no access to another webhook. */
async function judgeSentId(context: CheckContext): Promise<void> {
  const [other, webhook] = [await register(context, await draftWebhook(context)), await register(context, await draftWebhook(context))];
  await tryMembers(context, [webhook], [{ Id: identifier(other.id) }], (method, _sent, shown) =>
    context.judge(method === 'PUT' || idOf(shown, 'webhook') !== other.id, {
      message: 'An Id that the client sends must not become the id of a new webhook.',
      expected: 'an id other than that of an existing webhook',
      actual: other.id,
    }),
  );
  for (const { how, shown } of await viewsOf(context, other)) {
    const description = memberOf(shown, 'description');
    const isOfAnother = String(description).startsWith(context.run.runName) && description !== other.endpoint.name;
    context.judge(!isOfAnother, {
      message: `A request for another webhook that holds the Id of this one must leave this one unchanged, as shown by ${how}.`,
      expected: `description ${other.endpoint.name}`,
      actual: `description ${String(description)}, which was sent for another webhook`,
    });
  }
}
