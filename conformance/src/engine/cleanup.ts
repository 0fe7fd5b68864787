import { idOf } from '../api/identity.ts';
import { readList } from '../api/listing.ts';
import { operations } from '../generated/operations.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import { Stopped, unlessStopped } from '../http/stopped.ts';
import type { Cleanup, Left } from '../model/cleanup.ts';
import type { JsonObject } from '../model/json.ts';
import type { Company } from '../model/target.ts';
import { companiesOf } from '../model/target.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';
import type { ActiveRun } from './create-run.ts';
import { type Kind, kinds } from './kind.ts';
import { RuleContext } from './rule-context.ts';
import type { Trace } from './traces.ts';

/** The number of concurrent deletions. */
const PARALLEL = 8;

/** The number of unanswered deletions in a row after which the target counts as gone. */
const MOST_LOST = 3;

/** Deletes what a run created, each object by its id under its company's license key. */
class Remover {
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

function leftOf({ kind, company, id, ofOtherUser }: Omit<Trace, 'rule'>, reason: string): Left {
  return { operation: kind.create, company: company.id, id, ...(ofOtherUser && { ofOtherUser }), reason };
}

/** Objects that belong to no company, such as webhooks, may be listed by each company. */
function keyOf({ kind, company, id }: Pick<Trace, 'kind' | 'company' | 'id'>): string {
  return operations[kind.create].company ? `${kind.resource} ${company.id} ${id}` : `${kind.resource} ${id}`;
}

/** How often the list of one kind and company is read at most. A target may show only a part of its list at a time. */
const MOST_READINGS = 50;

/** Removes what the run created: first the ids from answers, then what lists still show. Reports what is left, and never fails the run. */
export async function cleanUp(run: ActiveRun, wasStopped: boolean): Promise<Cleanup> {
  const context = new RuleContext('cleanup', run);
  // The last login for the shared token may have been stopped.
  if (wasStopped) run.session.forget();
  const remover = new Remover(context);
  remover.gone = run.watch.lost;
  const unknown: Unknown[] = [];
  try {
    await unlessStopped(removeAll(context, remover, unknown), run.signal);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    remover.gone = isTooLong(run.signal) ? 'the removal took too long' : 'the run was ended before it was removed';
  }
  const { gone: reason } = remover;
  if (reason === undefined) return { removed: remover.removed, left: remover.left, unknown };
  for (const kind of kinds)
    for (const trace of run.traces.of(kind)) if (!remover.gaveUp(kind, trace.company, trace.id)) remover.leave(trace, reason);
  return { removed: remover.removed, left: remover.left, unknown, cutShort: { reason, runName: run.runName } };
}

/** The cleanup if nothing were removed: every id from the answers is left. */
export function standing({ traces, runName }: ActiveRun): Cleanup {
  const reason = 'the removal had not finished when this was written';
  const left = kinds.flatMap((kind) => traces.of(kind)).map((trace) => leftOf(trace, reason));
  const unknown = kinds.flatMap((kind) => {
    const creations = traces.strays(kind) + traces.unseen(kind);
    return creations === 0 ? [] : [{ operation: kind.create, creations }];
  });
  return { removed: 0, left, unknown, ...(left.length > 0 && { cutShort: { reason, runName } }) };
}

type Unknown = Cleanup['unknown'][number];

async function removeAll(context: RuleContext, remover: Remover, unknown: Unknown[]): Promise<void> {
  const { run } = context;
  // If nothing was created, no list is read. Refused credentials would only be refused again for each list.
  for (const kind of kinds.filter((one) => run.traces.mayHaveCreated(one))) {
    if (remover.gone === undefined) await remover.remove(run.traces.of(kind));
    const listed = remover.gone === undefined && (await removeListed(context, remover, kind));
    const creations = run.traces.strays(kind) + (listed ? 0 : run.traces.unseen(kind));
    if (creations > 0) unknown.push({ operation: kind.create, creations });
  }
}

function isTooLong({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** Removes what was created for one judged rule, because a target may allow few webhooks. Failed removals are tried again at the end. */
export async function removeMadeFor(run: ActiveRun, rule: string): Promise<void> {
  const traces = run.traces.madeFor(rule);
  if (traces.length > 0 && !run.signal.aborted) await new Remover(new RuleContext('cleanup', run)).remove(traces);
}

/** Removes what the lists of a kind show, including creations whose answers were lost. Returns whether the lists could be read. */
async function removeListed(context: RuleContext, remover: Remover, kind: Kind): Promise<boolean> {
  if (kind.list === undefined) return false;
  let read = true;
  for (const company of companiesOf(context.target)) {
    const ofCompany = await removeFrom(context, remover, kind, company);
    if (company !== context.target.foreignCompany) read = ofCompany && read;
  }
  return read;
}

async function removeFrom(context: RuleContext, remover: Remover, kind: Kind, company: Company): Promise<boolean> {
  const tried = new Set<string>();
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const shown = await marked(context, remover, kind, company);
    if (shown === undefined) return false;
    const fresh = shown.filter((id) => !tried.has(id) && !remover.gaveUp(kind, company, id));
    for (const id of shown) if (tried.has(id)) remover.leaveListed({ kind, company, id });
    if (fresh.length === 0) return true;
    for (const id of fresh) tried.add(id);
    await remover.remove(fresh.map((id) => ({ kind, company, id, rule: undefined })));
  }
  return false;
}

/** The ids of a company's objects that contain the run's name; undefined if the target shows no list. */
async function marked(context: RuleContext, remover: Remover, { list }: Kind, company: Company): Promise<readonly string[] | undefined> {
  if (list === undefined) return undefined;
  const names = (entry: JsonObject): boolean =>
    Object.values(entry).some((value) => typeof value === 'string' && value.toLowerCase().includes(context.run.runName));
  try {
    const listing = await readList((await context.api()).call(list, { company }), (call) => context.send(call));
    return listing?.entries.filter(names).flatMap((entry) => idOf(entry) ?? []);
  } catch (error) {
    remover.noteLoss(error);
    return undefined;
  }
}
