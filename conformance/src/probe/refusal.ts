import type fc from 'fast-check';
import type { Trial } from '../run/trial.ts';
import { Inconclusive, Skip } from '../run/verdict.ts';
import { type Answer, isSuccess } from '../wire/answer.ts';
import type { Call } from '../wire/call.ts';
import { type Probe, prepared } from './probe.ts';

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
  /** Set where every operation is tried in another company: at a budget below the standard one a share of them is enough here. */
  readonly again?: boolean;
  /** Judges more than the status, once the refusal has come. */
  readonly after?: (answer: Answer, probe: Probe, call: Call) => Promise<void>;
}

/**
 * Judges that each operation refuses the altered call and accepts the same call unaltered; an operation that does not accept the
 * control is not judged, so that nothing passes for the wrong reason.
 * @throws Skip when no operation accepts its control.
 */
export async function judgeRefusals(trial: Trial, candidates: readonly Probe[], refusal: Refusal): Promise<void> {
  const reasons: string[] = [];
  const first = refusal.again ? trial.some(candidates) : candidates;
  const others = candidates.filter((probe) => !first.includes(probe));
  let judged = 0;
  for (const probe of [...first, ...others]) {
    // Beyond those of the budget only where none of them could be judged.
    if (judged > 0 && others.includes(probe)) break;
    const reason = probe.final ? undefined : await controlFails(trial, probe);
    // Prepared once: a refusal leaves what it needs as it was.
    const call = reason === undefined ? await (probe.final ? prepared(probe.prepare) : probe.prepare()) : undefined;
    if (call !== undefined) {
      if (!probe.final) judged += 1;
      const judge = (alteration: Alteration): Promise<void> => judgeRefusal(trial, probe, call, refusal, alteration);
      await trial.forAll(refusal.alterations, refusal.runs, judge, refusal.examples ?? []);
    } else if (reason !== undefined) reasons.push(`${probe.operation}: ${reason}`);
  }
  // What the configuration says is absent is no news.
  const unexpected = reasons.filter((reason) => !reason.includes(': surface.'));
  if (unexpected.length > 0) trial.leaveUnjudged(`operations that do not accept what they should (${unexpected.join('; ')})`);
  if (judged === 0) throw new Inconclusive(`no operation accepts the request that should be accepted (${reasons.join('; ')})`);
}

/** Why the operation cannot be judged; undefined when it accepts what it should. */
export async function controlFails(trial: Trial, probe: Probe): Promise<string | undefined> {
  try {
    const control = await trial.send(await probe.prepare());
    return isSuccess(control) ? undefined : `answered ${control.status}`;
  } catch (error) {
    if (error instanceof Skip || error instanceof Inconclusive) return error.message;
    throw error;
  }
}

async function judgeRefusal(trial: Trial, probe: Probe, rightful: Call, refusal: Refusal, alteration: Alteration): Promise<void> {
  const call = alteration.apply(rightful);
  const answer = await trial.sendJudged(call, String(refusal.status));
  // What no control has shown to be accepted may be refused for another reason.
  trial.judge(answer.status === refusal.status || (probe.final === true && !isSuccess(answer)), {
    message: `${probe.operation} with ${alteration.what} must be refused.`,
    expected: String(refusal.status),
    actual: String(answer.status),
  });
  await refusal.after?.(answer, probe, call);
}

/** What was prepared; undefined where the target does not do it. */
export async function unlessRefused<T>(prepared: Promise<T>): Promise<T | undefined> {
  try {
    return await prepared;
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
