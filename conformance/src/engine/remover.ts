import { operations } from '../generated/operations.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import { Stopped } from '../http/stopped.ts';
import type { Left } from '../model/cleanup.ts';
import type { Company } from '../model/target.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';
import type { Kind } from './kind.ts';
import type { RuleContext } from './rule-context.ts';
import type { Trace } from './traces.ts';

/** Deletions under way at once. */
const PARALLEL = 8;

/** Deletions without an answer, one after the other, after which a target is taken to be gone. */
const MOST_LOST = 3;

/** Deletes what a run created, each object by its id under its company's license key. */
export class Remover {
  readonly #context: RuleContext;
  readonly #left = new Map<string, Left>();
  /** How the removal of each was answered. */
  readonly #statuses = new Map<string, number>();
  removed = 0;
  /** Why nothing more can be tried: the target no longer answers. */
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

  /** An object is listed still, although its removal was answered. */
  leaveListed(trace: Pick<Trace, 'kind' | 'company' | 'id'>): void {
    const status = this.#statuses.get(keyOf(trace));
    if (status !== undefined && !this.#left.has(keyOf(trace)))
      this.leave(trace, `it is listed still, although ${trace.kind.remove} was answered ${status}`);
  }

  /** Takes note of a call that got no answer: silence for as long as an answer may take says that the target is gone. */
  noteLoss(error: unknown): void {
    if (!(error instanceof LostAnswer)) return;
    this.#lost += 1;
    if (this.#lost >= MOST_LOST || error.code === 'no answer in time') this.gone ??= `the target no longer answers (${error.code})`;
  }

  /** Never throws for what the target does: what cannot be removed is left, with the reason. */
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

  /** Answers why nothing can be removed any more; undefined if that is not so. */
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
      // Whatever goes wrong with one object, the others are removed, and the run has its reports.
      this.leave(trace, error instanceof LostAnswer ? `${remove} is not answered (${error.code})` : `${remove} cannot be sent (${error})`);
      return this.gone;
    }
    return undefined;
  }

  /** A 404 says that the object is gone where the target has such an operation at all, and nothing if it may have none. */
  #takeForGone(trace: Trace): void {
    const { run } = this.#context;
    if (run.traces.canRemove(trace.kind)) run.traces.forget(trace);
    else this.leave(trace, `${trace.kind.remove} is answered 404`);
  }

  async #delete(trace: Trace): Promise<number> {
    const status = await this.#send(trace, false);
    if (status !== 401) return status;
    // The token may have expired, or been revoked by what a check did.
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
      // What an earlier answer to the same call said was lost: this one says how it stands.
      if (error instanceof LostAnswer && error.later !== undefined) return error.later.status;
      throw error;
    }
  }
}

export function leftOf({ kind, company, id, ofOtherUser }: Omit<Trace, 'rule'>, reason: string): Left {
  return { operation: kind.create, company: company.id, id, ...(ofOtherUser && { ofOtherUser }), reason };
}

/** What no company has of its own, as a webhook, each company may list. */
function keyOf({ kind, company, id }: Pick<Trace, 'kind' | 'company' | 'id'>): string {
  return operations[kind.create].company ? `${kind.resource} ${company.id} ${id}` : `${kind.resource} ${id}`;
}
