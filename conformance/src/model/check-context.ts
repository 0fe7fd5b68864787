import type { Arbitrary } from 'fast-check';
import type { OperationId } from '../generated/operations.ts';
import type { Coverage } from './coverage.ts';
import type { Answer, Call, Cut, Send } from './exchange.ts';
import type { Json } from './json.ts';
import type { Company, Target } from './target.ts';
import type { Finding } from './verdict.ts';
import type { Webhooks } from './webhook.ts';

/** The arguments of one operation. `company` is the one in the path, or the one whose license key a configuration endpoint gets. */
export interface Arguments {
  /** The company of the call. Default: the first of the target. */
  readonly company?: Company;
  /** The identifier in the path. */
  readonly id?: string;
  /** What is sent as JSON. */
  readonly body?: Json;
  /** The Idempotency-Key. Absent if the call has none. */
  readonly key?: string;
}

/** Builds calls of the contract's operations with a token and the three headers. */
export interface Requests {
  /** The target of the calls. */
  readonly target: Target;
  /** The bearer token that they carry. */
  readonly token: string;
  /** A call of an operation, ready to be sent. @throws Skip if the configuration says that the target lacks the operation */
  call(operation: OperationId, args?: Arguments): Call;
}

/** One rule's part in the decision when the target's clock moves. Times are Unix milliseconds. */
export interface ClockShare {
  /** Whether the target reports its clock's time. If not, the suite assumes this machine's time at the start and knows only differences. */
  readonly isShown: boolean;
  /** What the target's clock should show now. */
  nowMs(): number;
  /** The earliest and latest time that the target's clock can have shown at a moment of real time. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number };
}

/** The token that all calls of a run share. */
export interface Session {
  /** Whether the target is known to end a user's session when the user authenticates again. */
  readonly isSingle: boolean;
  /** Every token that was issued, so that reports can hide them. */
  readonly tokens: Set<string>;
  /** The token that all calls of the target's other user share. */
  othersToken(send: Send): Promise<string>;
  /** Authenticates again, for a check that needs a token of its own. */
  newToken(send: Send, credentials?: Target['credentials']): Promise<string>;
  /** Forgets the shared token, which may have expired. The next caller gets a new one. */
  forget(): void;
  /** Stops sharing a token that the caller makes invalid or expects to be refused. */
  retire(token: string): void;
  /** A login, ready to be sent. Without credentials, those of the target. */
  authenticateCall(credentials?: Target['credentials']): Call;
}

/** What the checks of one run share. It leaves out the profile, which says which rules are judged, not how. */
export interface RunContext {
  /** What is judged. */
  readonly target: Target;
  /** The tokens of the run. */
  readonly session: Session;
  /** The webhooks of the run, and what arrived for them. */
  readonly webhooks: Webhooks;
  /** A name that everything that the run creates contains. */
  readonly runName: string;
}

/** The source of cases. For histories, a function that takes the replay path of the earlier run whose case is repeated. */
export type Cases<T> = Arbitrary<T> | ((replayPath?: string) => Arbitrary<T>);

/** What every check works with, whatever its role: it draws cases, names what it sends, and judges answers for one rule. */
export interface JudgingContext {
  /** The id of the rule that is judged. */
  readonly rule: string;
  /** What this rule has exercised so far. */
  readonly coverage: Coverage;
  /** The number of judgements so far. */
  readonly judgements: number;
  /** The operation of the last answer that says that the operation does not exist or failed. */
  readonly unable: OperationId | undefined;
  /** Whether the budget is below the standard one, so that slow parts are left out. */
  readonly isQuick: boolean;

  /** One judgement. It fails the rule unless `holds` is true. */
  judge(holds: boolean, finding: Finding): void;
  /** Adds to a pass which part of the rule was not judged, and what to configure to have it judged. */
  leaveUnjudged(reason: string): void;

  /**
   * A property over generated cases. `runs` is their number at the standard budget, without the examples.
   * @param told describes a case in a few words, if its values alone do not
   */
  forAll<T>(
    cases: Cases<T>,
    runs: number,
    predicate: (value: T) => Promise<void>,
    examples?: readonly T[],
    told?: (value: T) => string,
  ): Promise<void>;
  /** The cases of a list that are tried: all of them, or a sample chosen by the seed if the budget is below the standard one. */
  some<T>(cases: readonly T[], length?: number): readonly T[];
  /** How often to repeat something at this budget. At the standard budget and above it is `times`. */
  upTo(times: number): number;

  /** A unique name of ASCII letters, digits and hyphens, which no conforming target refuses. */
  fresh(): string;
  /** Whether it is a name that was made for this rule, or starts with one. */
  isOwn(name: unknown): boolean;
  /** A new key: a UUID, which no conforming target refuses. */
  freshKey(): string;

  /** Waits without sending. Another rule may use the worker meanwhile. */
  idle<T>(wait: () => Promise<T>): Promise<T>;
}

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
