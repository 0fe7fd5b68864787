import type fc from 'fast-check';
import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { trySome } from '../try-some.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** A change to a call that the target must refuse, with words for the report. */
export interface Alteration {
  readonly what: string;
  readonly apply: (call: Call) => Call;
}

export interface Refusal {
  /** The status that the source names. */
  readonly status: number;
  readonly alterations: fc.Arbitrary<Alteration>;
  /** Alterations that are tried before the drawn ones. */
  readonly examples?: readonly Alteration[];
  /** Alterations that go round: each operation is called with the next one. */
  readonly inTurn?: readonly Alteration[];
  /** Cases for each operation at the standard budget. */
  readonly runs: number;
  /** Judges more than the status, once the refusal has come. */
  readonly after?: (answer: Answer, candidate: PreparedOperation, call: Call) => Promise<void>;
}

/**
 * Judges that each operation refuses the altered call and accepts the same call unaltered. An operation that does not accept the
 * control is not judged, so that nothing passes for the wrong reason.
 * @throws Inconclusive if no operation accepts its control
 */
export async function judgeRefusals(context: CheckContext, candidates: readonly PreparedOperation[], refusal: Refusal): Promise<void> {
  const reasons: string[] = [];
  const { examples = [], inTurn = [] } = refusal;
  const [from = 0] = context.some([...inTurn.keys()], 1);
  const judge = async (candidate: PreparedOperation): Promise<boolean> => {
    const call = await acceptedCall(candidate).catch((error: unknown): undefined => {
      reasons.push(`${candidate.operation}: ${reasonIn(error)}`);
    });
    if (call === undefined) return false;
    // Every other call has a key: a service may check only one of the two kinds.
    const takesKey = !call.headers.some(([name]) => name === 'Idempotency-Key') && operations[candidate.operation].acceptsKey;
    let isKeyed = false;
    const one = (alteration: Alteration): Promise<void> => {
      isKeyed = !isKeyed && takesKey;
      return judgeRefusal(
        context,
        candidate,
        isKeyed ? withHeader(call, 'Idempotency-Key', context.freshKey()) : call,
        refusal,
        alteration,
      );
    };
    const next = inTurn[(from + candidates.indexOf(candidate)) % inTurn.length];
    await context.forAll(refusal.alterations, refusal.runs, one, next === undefined ? examples : [...examples, next]);
    return true;
  };
  const judged = await trySome(context, candidates, judge);
  // The configuration already says what is absent.
  const unexpected = reasons.filter((reason) => !reason.includes(': surface.'));
  if (unexpected.length > 0) context.leaveUnjudged(`operations that do not accept their unaltered request (${unexpected.join('; ')})`);
  if (!judged) throw new Inconclusive(`no operation accepts its unaltered request (${reasons.join('; ')})`);
}

/** A call like one that the operation accepted. @throws Skip, Inconclusive if it accepts none */
export async function acceptedCall({ control, prepareRefused }: PreparedOperation): Promise<Call> {
  await control();
  return await prepareRefused();
}

/** Whether the target accepts the control of the operation, so that its refusals can be judged. */
export async function isAccepted({ control }: PreparedOperation): Promise<boolean> {
  return (await control().then(() => undefined, reasonIn)) === undefined;
}

/** Why a refusal by the operation proves nothing, such as a limit that was reached. Undefined if it accepts a usual call now. */
export async function controlFails(context: CheckContext, { prepare }: PreparedOperation): Promise<string | undefined> {
  try {
    const control = await context.send(await prepare());
    return isSuccess(control) ? undefined : `answered ${control.status}`;
  } catch (error) {
    return reasonIn(error);
  }
}

/** @throws the error, unless it says why something cannot be judged */
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
