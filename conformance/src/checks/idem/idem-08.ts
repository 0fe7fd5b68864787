import { operations } from '../../generated/operations.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { judgeNotTaken, judgeRefused } from '../../scenarios/idempotency/answers.ts';
import { judgeOthersAtOnce } from '../../scenarios/idempotency/at-once.ts';
import { Effects } from '../../scenarios/idempotency/effects.ts';
import { asUse, atEach, firstUses, freshCall, judgeRetry, keyedOperations, type Use, withKey } from '../../scenarios/idempotency/use.ts';
import { boundOperations, type OperationCase, operationCases, type Prepared } from '../../scenarios/operations/operation-case.ts';

/** A call that must succeed, and the answers that it got under the keys of other calls. */
interface Probe {
  readonly one: OperationCase;
  readonly prepared: Prepared;
  readonly where: string;
  /** Whether its effects can be compared with those of the use of its operation. */
  readonly isCompared: boolean;
  readonly refusals: { readonly use: Use; readonly answer: Answer }[];
}

/** At how many other operations each key is tried. Each operation in turn is tried with others. */
const OTHERS = 2;

/** IDEM-08: the same key at another URL answers 422 and has no effect. */
export const idem08: Check = check('IDEM-08', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = await Effects.watch(context);
  const probes: Probe[] = [];
  const cases = keyedOperations(context);
  const uses = await firstUses(context, cases);
  const [, second] = context.target.companies;
  // Elsewhere only the paths of creations have no other id, so that the company alone differs.
  const creations = second === undefined ? [] : boundOperations(context, second).filter(({ effect }) => effect.kind === 'create');
  const elsewhere = creations.filter(
    ({ operation }) => operations[operation].company && uses.some(({ one }) => one.operation === operation),
  );
  await atEach(context, [...cases, ...elsewhere], async (one) => {
    const isElsewhere = one.company === second;
    const where = isElsewhere ? `${one.operation} in another company` : one.operation;
    probes.push({ one, prepared: await freshCall(context, one, context.freshKey()), where, isCompared: !isElsewhere, refusals: [] });
  });
  for (const [turn, use] of uses.entries()) {
    const acts = await otherActs(context, use);
    const alike = probes.filter(({ one }) => one.operation === use.one.operation);
    const others = probes.filter(({ one }) => one.company !== second && one.operation !== use.one.operation);
    const inTurn = [...others, ...others].slice(turn % others.length, (turn % others.length) + OTHERS).slice(0, others.length);
    for (const { one, prepared, where, refusals } of [...alike, ...inTurn, ...acts]) {
      if (prepared.call.url === use.call.url) continue;
      const other = withKey(prepared.call, use.key);
      const answer = await context.sendOther(other);
      judgeNotTaken(context, answer, underKeyOf(use, where));
      refusals.push({ use, answer });
      if (one.operation !== use.one.operation || use.call.body === undefined || use.call.body === other.body) continue;
      // With the same body only the URL differs. The other object may refuse it for another reason.
      const sameBody = await context.sendOther({ ...other, body: use.call.body }, '422, or another refusal');
      judgeNotTaken(context, sameBody, underKeyOf(use, `${where} with the same body`));
    }
    probes.push(...acts);
    const own = alike.find(({ one }) => one === use.one) ?? probes.find(({ one }) => one.operation === use.one.operation);
    if (own !== undefined) await judgeOtherQuery(context, use, own.prepared.call);
  }
  for (const use of uses) await judgeRetry(context, use, 'A retry after its key was used at other URLs');
  for (const use of uses) effects.compareWith(use);
  for (const { one, prepared, where, isCompared, refusals } of probes) {
    // The control: under a key of its own the call is accepted.
    const control = await context.send(prepared.call);
    if (!isSuccess(control)) {
      context.leaveUnjudged(`${where}: under a key of its own it was answered ${control.status}`);
      continue;
    }
    for (const { use, answer } of refusals) judgeRefused(context, answer, underKeyOf(use, where));
    if (isCompared) effects.expect(await asUse(one, prepared, control));
  }
  await effects.judge('The same key at another URL must have no effect');
  await context.part('different requests at once', { from: 'standard' }, () => judgeOthersAtOnce(context));
});

/** Other acts on the object of a use. */
async function otherActs(context: CheckContext, { one, object }: Use): Promise<readonly Probe[]> {
  if (object === undefined || one.effect.kind !== 'act') return [];
  const others = operationCases(context, one.company).filter(({ effect }) => effect.after === one.operation && effect.kind === 'act');
  return await Promise.all(
    others.map(async (other) => ({
      one: other,
      prepared: await other.callFor(object, context.freshKey()),
      where: `${other.operation} of the same object`,
      isCompared: false,
      refusals: [],
    })),
  );
}

/**
 * The query is part of the URL. A target may refuse an unknown parameter, whatever the key.
 * @param unused a call of the same operation that must succeed
 */
async function judgeOtherQuery(context: CheckContext, use: Use, unused: Call): Promise<void> {
  const { one, call } = use;
  const withQuery = (keyed: Call): Call => ({ ...keyed, url: `${keyed.url}?another=1` });
  const where = `${one.operation} with another query`;
  const answer = await context.sendOther(withQuery(call));
  if (answer.status !== 422 && !isSuccess(answer) && !isReplayed(answer)) {
    const control = await context.send(withQuery(unused));
    if (!isSuccess(control)) return context.leaveUnjudged(`${where}: under a key of its own it was answered ${control.status}`);
  }
  judgeRefused(context, answer, underKeyOf(use, where));
}

function underKeyOf({ one }: Use, where: string): string {
  return `${where} under a key that ${one.operation} has used`;
}
