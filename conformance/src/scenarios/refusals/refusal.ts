import fc from 'fast-check';
import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { trySome } from '../try-some.ts';
import { whereItCan } from '../unless-refused.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** A change to a call that the target must refuse, with words for the report. */
export interface Alteration {
  readonly what: string;
  readonly apply: (call: Call) => Call | Promise<Call>;
  /** Whether several rules need the answers to it. Then it is sent once in a run to each operation. No other one has the same `what`. */
  readonly isShared?: true;
}

/** Alterations that resemble others. Each is tried at one operation: all of a list, and some that the seed draws. */
export interface Near {
  readonly inTurn: readonly Alteration[];
  readonly drawn: fc.Arbitrary<Alteration>;
}

export interface Refusal {
  /** The status that the source names. */
  readonly status: number;
  /** What every operation must refuse. */
  readonly alterations: readonly Alteration[];
  readonly near?: Near;
  /** Judges more than the status, once the refusal has come. */
  readonly after?: (answer: Answer, candidate: PreparedOperation, call: Call) => Promise<void>;
}

/** How many alterations are drawn at the standard budget. */
const DRAWN = 8;

/** A call that its operation accepts. */
interface Accepted {
  readonly candidate: PreparedOperation;
  readonly rightful: Call;
}

interface Refused extends Accepted {
  readonly alteration: Alteration;
}

/**
 * Judges that each operation refuses the altered call and accepts the same call unaltered. An operation that does not accept the
 * control is not judged, so that nothing passes for the wrong reason.
 * @throws Inconclusive if no operation accepts its control
 */
export async function judgeRefusals(context: CheckContext, candidates: readonly PreparedOperation[], refusal: Refusal): Promise<void> {
  const { alterations, near } = refusal;
  const accepted = await judgeEach(context, candidates, async (candidate, call) => {
    // Every second call has a key: a service may check only one of the two kinds.
    const takesKey = !call.headers.some(([name]) => name === 'Idempotency-Key') && operations[candidate.operation].acceptsKey;
    for (const [index, alteration] of context.some(alterations).entries()) {
      const rightful = takesKey && index % 2 === 1 ? withHeader(call, 'Idempotency-Key', context.freshKey()) : call;
      await judgeRefusal(context, refusal, { candidate, rightful, alteration });
    }
  });
  const judge = ({ candidate, rightful }: Accepted, alteration: Alteration): Promise<void> =>
    judgeRefusal(context, refusal, { candidate, rightful, alteration });
  if (near !== undefined) await judgeNear(context, accepted, near, judge);
}

/** Judges each alteration at one of the places. */
export async function judgeNear<Place>(
  context: CheckContext,
  places: readonly Place[],
  { inTurn, drawn }: Near,
  judge: (place: Place, alteration: Alteration) => Promise<unknown>,
): Promise<void> {
  const [from = 0] = context.some([...places.keys()], 1);
  const turns = inTurn.map((alteration, turn) => ({ at: (from + turn) % places.length, alteration }));
  const anywhere = fc.record({ at: fc.nat({ max: places.length - 1 }), alteration: drawn });
  const judgeAt = async ({ at, alteration }: { readonly at: number; readonly alteration: Alteration }): Promise<void> => {
    const place = places[at];
    if (place !== undefined) await judge(place, alteration);
  };
  await context.forAll(anywhere, DRAWN, judgeAt, turns, ({ alteration }) => alteration.what);
}

/**
 * Judges each operation that accepts its control.
 * @returns those operations, each with its call
 * @throws Inconclusive if there is none
 */
export async function judgeEach(
  context: CheckContext,
  candidates: readonly PreparedOperation[],
  judge: (candidate: PreparedOperation, call: Call) => Promise<void>,
): Promise<readonly Accepted[]> {
  const reasons: string[] = [];
  const accepted: Accepted[] = [];
  const judged = await trySome(context, candidates, async (candidate) => {
    const call = await acceptedCall(candidate).catch((error: unknown): undefined => {
      reasons.push(`${candidate.operation}: ${reasonIn(error)}`);
    });
    if (call === undefined) return false;
    accepted.push({ candidate, rightful: call });
    await judge(candidate, call);
    return true;
  });
  // The configuration already says what is absent.
  const unexpected = reasons.filter((reason) => !reason.includes(': surface.'));
  if (unexpected.length > 0) context.leaveUnjudged(`operations that do not accept their unaltered request (${unexpected.join('; ')})`);
  if (!judged) throw new Inconclusive(`no operation accepts its unaltered request (${reasons.join('; ')})`);
  return accepted;
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

/** The status of a usual call of the operation: 200 if it accepts its control. Undefined if it cannot be prepared. */
export async function usualStatus(context: CheckContext, candidate: PreparedOperation, expected: string): Promise<number | undefined> {
  if (await isAccepted(candidate)) return 200;
  const call = await whereItCan(candidate.prepare);
  return call && (await context.sendJudged(call, expected)).status;
}

/** Why a refusal by the operation proves nothing, such as a limit that was reached. Undefined if it accepts a usual call now. */
export async function controlFails(context: CheckContext, { prepare }: Pick<PreparedOperation, 'prepare'>): Promise<string | undefined> {
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
  { status, after }: Refusal,
  { candidate, rightful, alteration }: Refused,
): Promise<void> {
  const { operation, place } = candidate;
  const call = await alteration.apply(rightful);
  const answer = await answerTo(context, { call, alteration, status, place });
  context.judge(answer.status === status, {
    message: `${operation}${place === undefined ? '' : ` (${place})`} with ${alteration.what} must be refused.`,
    expected: String(status),
    actual: String(answer.status),
    about: { [JUDGED]: answer },
  });
  await after?.(answer, candidate, call);
}

interface Sent {
  readonly call: Call;
  readonly alteration: Alteration;
  readonly status: number;
  readonly place?: string | undefined;
}

/** The answer to an altered call. Another rule may have sent it. */
export async function answerTo(context: CheckContext, sent: Sent): Promise<Answer> {
  return await (sent.alteration.isShared === true ? answerOfRun(context, sent) : context.sendJudged(sent.call, String(sent.status)));
}

const answerOfRun = oncePerRunFor<Sent, Answer>(
  ({ call: { method, url, headers }, alteration: { what }, place }) =>
    [method, url, what, place, headers.some(([name]) => name === 'Idempotency-Key')].join(' '),
  async (context, { call, status }) => await context.sendJudged(call, String(status)),
);
