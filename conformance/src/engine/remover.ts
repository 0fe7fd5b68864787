import { operations } from '../generated/operations.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import { Stopped } from '../http/stopped.ts';
import type { Left } from '../model/cleanup.ts';
import type { Company } from '../model/target.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';
import type { Kind } from './kind.ts';
import type { RuleContext } from './rule-context.ts';
import type { Trace } from './traces.ts';

/** The number of concurrent deletions. */
const PARALLEL = 8;

/** The number of unanswered deletions in a row after which the target counts as gone. */
const MOST_LOST = 3;

/** Deletes what a run created, each object by its id under its company's license key. */
export class Remover {
  readonly #context: RuleContext;
  readonly #left = new Map<string, Left>();
  /** The status of each object's deletion. */
  readonly #statuses = new Map<string, number>();
  removed = 0;
  /** Why nothing more can be removed; undefined while the target answers. */
  gone: string | undefined;
  #lost = 0;
  #renewed = false;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  get left(): readonly Left[] {
    return [...this.#left.values()];
  }

  gaveUp(kind: Kind, company: Company, id: string): boolean {
    return this.#left.has(keyOf({ kind, company, id }));
  }

  leave(trace: Omit<Trace, 'rule'>, reason: string): void {
    this.#left.set(keyOf(trace), leftOf(trace, reason));
  }

  /** Notes that an object is still listed, although its deletion was answered. */
  leaveListed(trace: Pick<Trace, 'kind' | 'company' | 'id'>): void {
    const status = this.#statuses.get(keyOf(trace));
    if (status !== undefined && !this.#left.has(keyOf(trace)))
      this.leave(trace, `it is still listed, although ${trace.kind.remove} was answered ${status}`);
  }

  /** Counts a call without an answer. One that timed out means that the target is gone. */
  noteLoss(error: unknown): void {
    if (!(error instanceof LostAnswer)) return;
    this.#lost += 1;
    if (this.#lost >= MOST_LOST || error.code === 'no answer in time') this.gone ??= `the target no longer answers (${error.code})`;
  }

  /** Removes objects. Whatever the target does, it does not throw, but notes what is left and why. */
  async remove(traces: readonly Trace[]): Promise<void> {
    const queue = [...traces].reverse();
    const missing: Trace[] = [];
    let reason: string | undefined;
    const worker = async (): Promise<void> => {
      for (let trace = queue.pop(); trace !== undefined; trace = queue.pop()) {
        reason ??= this.gone ?? (await this.#removeOne(trace, missing));
        if (reason !== undefined) this.leave(trace, reason);
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, queue.length) }, worker));
    for (const trace of missing) this.#takeForGone(trace);
  }

  /** Removes one object. Returns why no more objects can be removed; otherwise undefined. */
  async #removeOne(trace: Trace, missing: Trace[]): Promise<string | undefined> {
    const { remove } = trace.kind;
    try {
      const status = await this.#delete(trace);
      this.#statuses.set(keyOf(trace), status);
      this.#lost = 0;
      if (status === 501 || status === 405) return `${remove} is answered ${status}`;
      if (status === 404 || status === 410) missing.push(trace);
      else if (status < 200 || status > 299) this.leave(trace, `${remove} is answered ${status}`);
      else {
        this.removed += 1;
        this.#context.run.traces.forget(trace);
      }
    } catch (error) {
      if (error instanceof Skip || error instanceof Inconclusive) return error.message;
      if (error instanceof Stopped) throw error;
      this.noteLoss(error);
      // A problem with one object must not stop the removal of the others, or the reports.
      this.leave(trace, error instanceof LostAnswer ? `${remove} is not answered (${error.code})` : `${remove} cannot be sent (${error})`);
      return this.gone;
    }
    return undefined;
  }

  /** A 404 means that the object is gone, unless the target may lack the operation. */
  #takeForGone(trace: Trace): void {
    const { run } = this.#context;
    if (run.traces.canRemove(trace.kind)) run.traces.forget(trace);
    else this.leave(trace, `${trace.kind.remove} is answered 404`);
  }

  async #delete(trace: Trace): Promise<number> {
    const status = await this.#send(trace, false);
    if (status !== 401) return status;
    // The token may have expired, or a check may have revoked it.
    if (!this.#renewed) this.#context.run.session.forget();
    this.#renewed = true;
    return await this.#send(trace, true);
  }

  async #send({ kind, company, id, ofOtherUser }: Trace, anew: boolean): Promise<number> {
    const context = this.#context;
    const call = (await context.api()).call(kind.remove, { company, id });
    const sent = ofOtherUser ? await context.run.session.asOtherUser(call, (login) => context.send(login), anew) : call;
    try {
      return (await context.send(sent)).status;
    } catch (error) {
      // The first answer was lost, but a repetition of the call was answered.
      if (error instanceof LostAnswer && error.later !== undefined) return error.later.status;
      throw error;
    }
  }
}

export function leftOf({ kind, company, id, ofOtherUser }: Omit<Trace, 'rule'>, reason: string): Left {
  return { operation: kind.create, company: company.id, id, ...(ofOtherUser && { ofOtherUser }), reason };
}

/** Objects that belong to no company, such as webhooks, may be listed by each company. */
function keyOf({ kind, company, id }: Pick<Trace, 'kind' | 'company' | 'id'>): string {
  return operations[kind.create].company ? `${kind.resource} ${company.id} ${id}` : `${kind.resource} ${id}`;
}
