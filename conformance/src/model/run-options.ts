import type { Baseline } from './baseline.ts';
import type { Strictness } from './conclusion.ts';
import type { RunEvent } from './event.ts';
import type { OwnCheck } from './own-check.ts';
import type { Replay } from './replay.ts';
import type { Budget } from './result.ts';
import type { Profile } from './rule-result.ts';

/** How a target is judged. */
export interface RunOptions extends Strictness {
  readonly profile?: Profile;
  /** Patterns of rule ids, `*` for anything; all rules where there are none. */
  readonly rules?: readonly string[];
  readonly budget?: Budget;
  readonly seed?: number;
  /** No rule is judged after the first that fails. */
  readonly bail?: boolean;
  /** How many rules send at once, not counting those that only wait; 6 where it is not given. */
  readonly workers?: number;
  /** The most requests sent in a second; without it as many as the target takes. */
  readonly requestsPerSecond?: number;
  /** Checks of a service beside those of the contract; `rules` chooses among them too. */
  readonly ownChecks?: readonly OwnCheck[];
  readonly baseline?: Baseline;
  readonly replay?: Replay;
  /** Called with every event as it happens. An error that it throws ends the run. */
  readonly onEvent?: (event: RunEvent) => void;
  /** How long a target that is starting is waited for, in milliseconds, until it answers anything; not at all where it is not given. */
  readonly waitForMs?: number;
  /** How long one answer may take, in milliseconds; 30 s where it is not given. */
  readonly requestWithinMs?: number;
  /** Whether it is seen that a delivery can arrive before a rule is judged that awaits one: where none can, the run does not begin. */
  readonly deliveryFirst?: boolean;
  /** Stops the run soon after it is aborted; what was created is removed all the same. Aborted while that is removed, it ends that. */
  readonly signal?: AbortSignal;
  /** Keeps every exchange for a report of the whole run. */
  readonly keepExchanges?: boolean;
  /** The file that describes the target, and the line in it that reports point to. */
  readonly describedIn?: { readonly file: string; readonly line: number };
  /** The command that the run was started by, for reports: with a rule and a seed added it judges that again. */
  readonly command?: string;
  /** Ends the removal of what a stopped run created: what is left is named. */
  readonly abandon?: AbortSignal;
}
