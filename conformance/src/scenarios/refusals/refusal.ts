import type fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** A change to a call after which the target must refuse it, with words for the report. */
export interface Alteration {
  readonly what: string;
  readonly apply: (call: Call) => Call;
}

export interface Refusal {
  /** The status that the source names. */
  readonly status: number;
  readonly alterations: fc.Arbitrary<Alteration>;
  /** Alterations that are tried before any that is drawn. */
  readonly examples?: readonly Alteration[];
  /** Cases for each operation at the standard budget. */
  readonly runs: number;
  /** Set where the operations are tried in other ways too: at a budget below the standard one a share of them is enough here. */
  readonly sampled?: boolean;
  /** Judges more than the status, once the refusal has come. */
  readonly after?: (answer: Answer, candidate: PreparedOperation, call: Call) => Promise<void>;
}

/**
 * Judges that each operation refuses the altered call and accepts the same call unaltered; an operation that does not accept the
 * control is not judged, so that nothing passes for the wrong reason.
 * @throws Skip when no operation accepts its control.
 */
export async function judgeRefusals(context: CheckContext, candidates: readonly PreparedOperation[], refusal: Refusal): Promise<void> {
  const reasons: string[] = [];
  const judge = async (candidate: PreparedOperation): Promise<boolean> => {
    const call = await accepted(context, candidate).catch((error: unknown): undefined => {
      reasons.push(`${candidate.operation}: ${reasonIn(error)}`);
    });
    if (call === undefined) return false;
    const one = (alteration: Alteration): Promise<void> => judgeRefusal(context, candidate, call, refusal, alteration);
    await context.forAll(refusal.alterations, refusal.runs, one, refusal.examples ?? []);
    return true;
  };
  let judged = false;
  if (refusal.sampled) judged = await trySome(context, candidates, judge);
  else for (const candidate of candidates) judged = (await judge(candidate)) || judged;
  // What the configuration says is absent is no news.
  const unexpected = reasons.filter((reason) => !reason.includes(': surface.'));
  if (unexpected.length > 0) context.leaveUnjudged(`operations that do not accept what they should (${unexpected.join('; ')})`);
  if (!judged) throw new Inconclusive(`no operation accepts the request that should be accepted (${reasons.join('; ')})`);
}

/**
 * Tries a share of the operations, at the standard budget all of them; others only where none of the share could be judged.
 * @param attempt answers whether the operation could be judged
 * @returns whether any could
 */
export async function trySome(
  context: CheckContext,
  candidates: readonly PreparedOperation[],
  attempt: (candidate: PreparedOperation) => Promise<boolean>,
): Promise<boolean> {
  const share = context.some(candidates);
  let judged = false;
  for (const candidate of share) judged = (await attempt(candidate)) || judged;
  for (const candidate of candidates) if (!judged && !share.includes(candidate)) judged = await attempt(candidate);
  return judged;
}

/** A call like one that the operation accepted. @throws Skip, Inconclusive where it accepts none */
async function accepted(context: CheckContext, candidate: PreparedOperation): Promise<Call> {
  if (candidate.doneBefore !== undefined) {
    await candidate.doneBefore();
    return await candidate.prepareRefused();
  }
  const control = await candidate.prepare();
  const answer = await context.send(control);
  if (!isSuccess(answer)) throw new Inconclusive(`answered ${answer.status}`);
  return control.method === 'GET' ? control : await candidate.prepareRefused();
}

/** Why the operation cannot be judged; undefined when it accepts what it should. */
export async function controlFails(context: CheckContext, candidate: PreparedOperation): Promise<string | undefined> {
  try {
    if (candidate.doneBefore !== undefined) return await candidate.doneBefore().then(() => undefined);
    const control = await context.send(await candidate.prepare());
    return isSuccess(control) ? undefined : `answered ${control.status}`;
  } catch (error) {
    return reasonIn(error);
  }
}

/** @throws the error, where it is not one that says why something cannot be judged */
function reasonIn(error: unknown): string {
  if (error instanceof Skip || error instanceof Inconclusive) return error.message;
  throw error;
}

async function judgeRefusal(
  context: CheckContext,
  candidate: PreparedOperation,
  rightful: Call,
  refusal: Refusal,
  alteration: Alteration,
): Promise<void> {
  const call = alteration.apply(rightful);
  const answer = await context.sendJudged(call, String(refusal.status));
  context.judge(answer.status === refusal.status, {
    message: `${candidate.operation} with ${alteration.what} must be refused.`,
    expected: String(refusal.status),
    actual: String(answer.status),
  });
  await refusal.after?.(answer, candidate, call);
}
