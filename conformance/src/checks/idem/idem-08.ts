import { operations } from '../../generated/operations.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { judgeOthersAtOnce } from '../../scenarios/idempotency/at-once.ts';
import { judgeRefused } from '../../scenarios/idempotency/keyed-answer.ts';
import {
  asUse,
  atEach,
  firstUse,
  freshCall,
  judgeRetry,
  type KeyedUse,
  keyedOperations,
  withKey,
} from '../../scenarios/idempotency/keyed-use.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import { boundOperations, type OperationCase, operationCases, type Prepared } from '../../scenarios/operations/operation-case.ts';

/** A call that must succeed, and the answers that it got under the keys of other calls. */
interface Probe {
  readonly one: OperationCase;
  readonly prepared: Prepared;
  readonly where: string;
  readonly refusals: { readonly use: KeyedUse; readonly answer: Answer }[];
}

/** At how many other operations each key is tried. Each operation in turn is tried with others. */
const OTHERS = 2;

/** IDEM-08: the same key at another URL answers 422 and has no effect. */
export const idem08: Check = check('IDEM-08', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = await OperationEffects.watch(context);
  const uses: KeyedUse[] = [];
  const probes: Probe[] = [];
  const cases = keyedOperations(context);
  await atEach(context, cases, async (one) => {
    uses.push(await firstUse(context, one));
  });
  const [, second] = context.target.companies;
  // Elsewhere only the paths of creations have no other id, so that the company alone differs.
  const creations = second === undefined ? [] : boundOperations(context, second).filter(({ effect }) => effect.kind === 'create');
  const elsewhere = creations.filter(
    ({ operation }) => operations[operation].company && uses.some(({ one }) => one.operation === operation),
  );
  await atEach(context, [...cases, ...elsewhere], async (one) => {
    const where = one.company === second ? `${one.operation} in another company` : one.operation;
    probes.push({ one, prepared: await freshCall(context, one, context.freshKey()), where, refusals: [] });
  });
  for (const [turn, use] of uses.entries()) {
    const acts = await otherActs(context, use);
    const alike = probes.filter(({ one }) => one.operation === use.one.operation);
    const others = probes.filter(({ one }) => one.company !== second && one.operation !== use.one.operation);
    const inTurn = [...others, ...others].slice(turn % others.length, (turn % others.length) + OTHERS).slice(0, others.length);
    for (const probe of [...alike, ...inTurn, ...acts]) {
      if (probe.prepared.call.url === use.call.url) continue;
      const answer = await context.sendOther(withKey(probe.prepared.call, use.key));
      probe.refusals.push({ use, answer });
      if (probe.one.operation === use.one.operation) await judgeSameBody(context, use, probe);
    }
    probes.push(...acts);
    const own = alike.find(({ one }) => one === use.one) ?? probes.find(({ one }) => one.operation === use.one.operation);
    if (own !== undefined) await judgeOtherQuery(context, use, own.prepared.call);
  }
  for (const use of uses) await judgeRetry(context, use, 'A retry after its key was used at other URLs');
  for (const use of uses) effects.control(use);
  await judgeRefusals(context, probes, effects);
  await context.part('different requests at once', { from: 'standard' }, () => judgeOthersAtOnce(context));
});

/** Other acts on the object of a use. */
async function otherActs(context: CheckContext, { one, object }: KeyedUse): Promise<readonly Probe[]> {
  if (object === undefined || one.effect.kind !== 'act') return [];
  const others = operationCases(context, one.company).filter(({ effect }) => effect.after === one.operation && effect.kind === 'act');
  return await Promise.all(
    others.map(async (other) => ({
      one: other,
      prepared: await other.callFor(object, context.freshKey()),
      where: `${other.operation} of the same object`,
      refusals: [],
    })),
  );
}

/** Judges the same body, so that only the URL differs. The other object may refuse it for another reason. */
async function judgeSameBody(context: CheckContext, use: KeyedUse, { prepared, where }: Probe): Promise<void> {
  if (use.call.body === undefined || use.call.body === prepared.call.body) return;
  const call = { ...withKey(prepared.call, use.key), body: use.call.body };
  const answer = await context.sendOther(call, '422, or another refusal');
  if (isSuccess(answer) || isReplayed(answer)) judgeOther(context, answer, `${where} with the same body`, use);
}

/**
 * The query is part of the URL. A target may refuse an unknown parameter, whatever the key.
 * @param unused a call of the same operation that must succeed
 */
async function judgeOtherQuery(context: CheckContext, use: KeyedUse, unused: Call): Promise<void> {
  const { one, call } = use;
  const withQuery = (keyed: Call): Call => ({ ...keyed, url: `${keyed.url}?another=1` });
  const where = `${one.operation} with another query`;
  const answer = await context.sendOther(withQuery(call));
  if (answer.status !== 422 && !isSuccess(answer) && !isReplayed(answer)) {
    const control = await context.send(withQuery(unused));
    if (!isSuccess(control)) return context.leaveUnjudged(`${where}: under a key of its own it was answered ${control.status}`);
  }
  judgeOther(context, answer, where, use);
}

/** Judges the refusals of calls that are accepted under a key of their own. */
async function judgeRefusals(context: CheckContext, probes: readonly Probe[], effects: OperationEffects): Promise<void> {
  for (const { one, prepared, where, refusals } of probes) {
    for (const { use, answer } of refusals) if (isSuccess(answer) || isReplayed(answer)) judgeOther(context, answer, where, use);
    const control = await context.send(prepared.call);
    if (!isSuccess(control)) {
      context.leaveUnjudged(`${where}: under a key of its own it was answered ${control.status}`);
      continue;
    }
    for (const { use, answer } of refusals) judgeOther(context, answer, where, use);
    // A call on the object of another use, or in another company, cannot be compared with that use.
    if (probeIsOwn(context, one, where)) effects.expect(await asUse(one, prepared, control));
  }
  await effects.judge('The same key at another URL must have no effect');
}

function probeIsOwn({ target }: CheckContext, one: OperationCase, where: string): boolean {
  return one.company === target.companies[0] && where === one.operation;
}

function judgeOther(context: CheckContext, answer: Answer, where: string, { one }: KeyedUse): void {
  judgeRefused(context, answer, `${where} under a key that ${one.operation} has used`);
}
