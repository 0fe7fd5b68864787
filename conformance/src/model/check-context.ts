import type { Answer, Call, Cut } from './exchange.ts';
import type { JudgingContext } from './judging-context.ts';
import type { Requests } from './requests.ts';
import type { ClockShare, RunContext } from './run-context.ts';
import type { Target } from './target.ts';

/** When a part of a check runs. */
export interface PartNeeds {
  /** The smallest budget at which it runs. At a smaller one it is left out. Otherwise it runs at every budget. */
  readonly from?: 'standard' | undefined;
  /** What it cannot do without: a clock that it moves, or contacts that can be deleted, because it creates many. */
  readonly needs?: 'clock' | 'deletions' | undefined;
}

/** What the check of a service's rule works with: it sends calls, judges answers, and waits. */
export interface CheckContext extends JudgingContext {
  /** What the checks of the run share. */
  readonly run: RunContext;
  /** What is judged. */
  readonly target: Target;
  /**
   * This check's part in the decision when the target's clock moves. Undefined if the target has no clock control, or if a concurrent check
   * needs the clock to stand still.
   */
  readonly clock: ClockShare | undefined;
  /** When the latest call that may change something ended: real time in Unix milliseconds. */
  readonly wroteAt: number;

  /** Builders of authenticated calls. */
  api(): Promise<Requests>;
  /** Sends a call, and repeats it after a lost answer if that is safe. @throws LostAnswer if no answer comes */
  send(call: Call): Promise<Answer>;
  /** Sends a call for a check that expects lost answers. A lost answer is undefined, and the call is not repeated for it. */
  sendOrLose(call: Call): Promise<Answer | undefined>;
  /** Sends a call once, even if the answer is 429: for checks that provoke the target's defences. */
  sendOnce(call: Call): Promise<Answer>;
  /** Sends a call and loses its answer on purpose. */
  sendCut(call: Call, cut: Cut): Promise<void>;
  /** Sends a call whose answer the rule judges. Silence breaks the rule, but an answer that is lost by chance does not. */
  sendJudged(call: Call, expected: string): Promise<Answer>;
  /**
   * Like `sendJudged`, for a different call with a key that is already used, so that the target must refuse it.
   * @throws Inconclusive if the call is not different, because the suite found nothing in it to vary
   */
  sendOther(call: Call, expected?: string): Promise<Answer>;
  /** Sends a call that must succeed by the rule. @throws Inconclusive on 501, unless the source states the operation */
  sendRightful(call: Call, expected?: string): Promise<Answer>;
  /** Sends a call that the rule needs but does not judge. @throws Inconclusive unless the answer is 2xx */
  prepare(call: Call): Promise<Answer>;

  /**
   * Runs a part of the check.
   * @param name completes the sentence "not judged: ..." of a pass, if the target lacks what the part needs
   * @returns undefined if the part was left out, or the target lacks what it needs
   */
  part<T>(name: string, run: () => Promise<T>): Promise<T | undefined>;
  /** The same for a part that does not always run. */
  part<T>(name: string, when: PartNeeds, run: () => Promise<T>): Promise<T | undefined>;

  /** Waits without sending. The target's clock may move meanwhile. */
  rest<T>(wait: () => Promise<T>): Promise<T>;
  /** Waits until the target's clock shows at least this time. @throws Error if there is no clock control, or it refuses */
  reach(atMs: number): Promise<void>;
  /**
   * Waits until the target's clock has advanced by this much.
   * @param isLast whether all other rules go first, because the data that they look for may expire in this time
   * @throws Error if there is no clock control, or it refuses
   */
  advance(byMs: number, isLast?: boolean): Promise<void>;
}
