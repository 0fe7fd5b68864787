import { UNSTORED_STATUSES } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { ownObject } from '../operations/available-object.ts';
import { equalObjects } from '../operations/creation.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import type { Thing } from '../operations/thing.ts';
import { changeBy, judgeRetry, repeatableOperations, type Use } from './use.ts';

/** Judges that an act's refusal for the state of its object is stored (IDEM-16): a retry returns it even after nothing prevents the act. */
export async function judgeStoredActs(context: CheckContext): Promise<void> {
  for (const one of repeatableOperations(context)) {
    const { after, once, resource, of = resource } = one.effect;
    if (after !== undefined)
      await context.part(`${one.operation} before ${after}`, async () => {
        const object = await ownObject(context, of, one.company);
        await judgeStored(context, await refusedUse(context, one, object), () => changeBy(context, object, after));
      });
    if (once)
      await context.part(`${one.operation} on two equal objects`, async () => {
        const [first, second] = (await equalObjects(context, of, one.company)) ?? [];
        if (first === undefined || second === undefined) return;
        await context.send((await one.callFor(first)).call);
        // The second object gets another value in place of the one that must be unique.
        const mended = { ...second, draft: first.plain };
        await judgeStored(context, await refusedUse(context, one, second), () =>
          changeBy(context, mended, resources[of].operations.update),
        );
      });
  }
}

/** Refusals of acts under a key because the act that must come first is missing, as far as an immediate retry shows them as stored. */
export async function storedRefusals(context: CheckContext): Promise<readonly Use[]> {
  const stored: Use[] = [];
  for (const one of repeatableOperations(context).filter(({ effect }) => effect.after !== undefined))
    await context.part(`${one.operation} before ${one.effect.after}`, async () => {
      const { resource, of = resource } = one.effect;
      const use = await refusedUse(context, one, await ownObject(context, of, one.company));
      if (use !== undefined && isReplayed(await context.send(use.call))) stored.push(use);
    });
  return stored;
}

/** @param mending makes a call that makes the same act possible under another key */
async function judgeStored(context: CheckContext, use: Use | undefined, mending: () => Promise<Call | undefined>): Promise<void> {
  const call = use && (await mending());
  if (use === undefined || call === undefined) return;
  await context.prepare(call);
  await judgeRetry(context, use, 'A retry of a call that was refused for the state of its object');
}

/** The first request with a key, if the operation itself refused it; otherwise undefined. */
async function refusedUse(context: CheckContext, one: OperationCase, object: Thing): Promise<Use | undefined> {
  const key = context.freshKey();
  const prepared = await one.callFor(object, key);
  const original = await context.send(prepared.call);
  return isStoredRefusal(original) ? { ...prepared, one, key, original } : undefined;
}

/** Whether the operation itself refused the call. Such a refusal is stored under its key (D-07). */
export function isStoredRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && !UNSTORED_STATUSES.includes(status);
}
