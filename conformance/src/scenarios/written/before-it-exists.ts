import { isServed } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { asOtherUser } from '../as-other-user.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { createdObject } from '../operations/stored-object.ts';

/** How many identifiers after the newest are requested, since others create objects meanwhile. */
const AHEAD = 4;

/** Who creates an object, and how. */
type Way = readonly [who: string, as: (call: Call) => Call];

/**
 * Judges that a created object can be read even if a GET was told before that it does not exist (RES-01), however it is created. If
 * identifiers are not consecutive numbers, nobody can ask for the next one.
 */
export async function judgeBeforeItExists(context: CheckContext, { operation, effect, company, prepare }: OperationCase): Promise<void> {
  const { create, read } = resources[effect.resource].operations;
  if (operation !== create || read === undefined || !isServed(context, read)) return;
  const api = await context.api();
  const asOther = await asOtherUser(context);
  const keyed = (call: Call): Call => withHeader(call, 'Idempotency-Key', context.freshKey());
  const ways: readonly Way[] = [
    // A target that remembers only what is created without a key fails here.
    [' with a key', keyed],
    // Only its creator sees a webhook.
    ...(asOther === undefined || !resources[effect.resource].company ? [] : [[' by another user', asOther] as const]),
  ];
  const createIn = async (as: (call: Call) => Call): Promise<string | undefined> => {
    const { call, draft } = await prepare();
    const answer = await context.send(as(call));
    return draft === undefined || !isSuccess(answer) ? undefined : createdObject(effect.resource, company, draft, answer).id;
  };
  const first = await createIn((call) => call);
  if (first === undefined || !/^\d+$/.test(first)) return;
  const missing = new Set<string>();
  for (const id of Array.from({ length: AHEAD }, (_, index) => String(BigInt(first) + BigInt(index + 1))))
    if ((await context.send(api.call(read, { company, id }))).status === 404) missing.add(id);
  for (const [who, as] of ways) {
    const id = await createIn(as);
    if (id === undefined || !missing.has(id)) return;
    const answer = await context.sendJudged(api.call(read, { company, id }), 'the object');
    context.judge(isSuccess(answer), {
      message: `What ${operation}${who} creates must be returned by the next GET, even if somebody asked for it before it existed.`,
      expected: `2xx of ${read}`,
      actual: String(answer.status),
    });
  }
}
