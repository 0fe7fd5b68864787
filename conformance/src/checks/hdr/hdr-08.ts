import fc from 'fast-check';
import { renameHeaders } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Cause } from '../../scenarios/events/cause.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { judgeAccepted } from '../../scenarios/refusals/acceptance.ts';
import type { Alteration } from '../../scenarios/refusals/refusal.ts';

/** HDR-08: header names are case-insensitive. */
export const hdr08: Check = check('HDR-08', { isolation: 'shared', weight: 4 }, async (context) => {
  // In lower case, as in HTTP/2, and in upper case.
  const alterations = [recased([false]), recased([true])];
  const drawn = fc.array(fc.boolean(), { minLength: 2, maxLength: 24 }).map(recased);
  await judgeAccepted(context, alterations, { inTurn: [], drawn });
  await context.part('the application id at every operation that fires an event', () => judgeApplicationIds(context));
});

/** @param upper which letters are in upper case. It begins again where it ends. */
function recased(upper: readonly boolean[]): Alteration {
  const rename = (name: string): string =>
    [...name].map((letter, index) => (upper[index % upper.length] ? letter.toUpperCase() : letter.toLowerCase())).join('');
  return { what: `header names such as ${rename('Authorization')}`, apply: (call) => renameHeaders(call, rename) };
}

/** Judges the events of every operation. Each was called twice, the second time with the header name in lower case. */
async function judgeApplicationIds(context: CheckContext): Promise<void> {
  for (const { operation, once, amid } of (await firedEvents(context)).all) {
    // HDR-07 judges whether the id is a text.
    const isShown = (cause: Cause): boolean => cause.own().some(({ evento }) => String(evento.applicationId) === cause.applicationId);
    if (amid.count() === 0 || !isShown(once)) continue;
    context.judge(isShown(amid), {
      message: `${operation} must read the application id whatever the case of the header name.`,
      expected: `ApplicationId ${JSON.stringify(amid.applicationId)}`,
      actual: amid
        .own()
        .map(({ evento }) => JSON.stringify(evento.applicationId ?? null))
        .join(', '),
    });
  }
}
