import type { ClockShare } from './clock.ts';
import type { Answer, Call, Cut } from './exchange.ts';
import type { JudgingContext } from './judging-context.ts';
import type { Requests } from './requests.ts';
import type { RunContext } from './run-context.ts';
import type { Target } from './target.ts';

/** What the check of a service's rule works with: it sends calls, judges what came, and waits. */
export interface CheckContext extends JudgingContext {
  /** What the checks of the run share. */
  readonly run: RunContext;
  /** What is judged. */
  readonly target: Target;
  /**
   * Takes part in deciding when the target's clock is moved; undefined if there is no control, or if other checks that run now need
   * the clock to stand still.
   */
  readonly clock: ClockShare | undefined;
  /** When the latest call that may change something had ended, real time in Unix milliseconds. */
  readonly wroteAt: number;

  /** Builders of authenticated calls. */
  api(): Promise<Requests>;
  /** Sends a call, and again where its answer is lost and it may be sent again. @throws LostAnswer when no answer comes. */
  send(call: Call): Promise<Answer>;
  /** Sends a call for a check that reckons with a lost answer, which is undefined: it is not sent again. */
  sendOrLose(call: Call): Promise<Answer | undefined>;
  /** Sends a call once, whatever a 429 says: for checks that provoke the target's defences. */
  sendOnce(call: Call): Promise<Answer>;
  /** Sends a call and loses its answer on purpose. */
  sendCut(call: Call, cut: Cut): Promise<void>;
  /** Sends a call whose answer the rule judges: silence breaks the rule too, and an answer that is lost by chance does not. */
  sendJudged(call: Call, expected: string): Promise<Answer>;
  /**
   * The same for a call that its key refuses, since that was used for another.
   * @throws Inconclusive where it is no other: the suite found nothing in it that it could vary
   */
  sendOther(call: Call, expected?: string): Promise<Answer>;
  /** Sends a call that the rule says must succeed. @throws Inconclusive on 501, unless the source states the operation */
  sendRightful(call: Call, expected?: string): Promise<Answer>;
  /** Sends a call that the rule needs but does not judge. @throws Inconclusive unless it is answered 2xx */
  prepare(call: Call): Promise<Answer>;

  /** Waits without sending, and the target's clock may be moved meanwhile. */
  rest<T>(wait: () => Promise<T>): Promise<T>;
  /** Waits until the target's clock shows this moment or a later one. @throws Error when there is no control, or it does not take it. */
  reach(atMs: number): Promise<void>;
  /**
   * Waits until the target's clock has moved on by this time.
   * @param isLast whether all other rules come first, because what they look for may be gone after so long a time
   * @throws Error as above
   */
  advance(byMs: number, isLast?: boolean): Promise<void>;
}
