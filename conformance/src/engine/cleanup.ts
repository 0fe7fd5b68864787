import { idOf } from '../api/identity.ts';
import { readList } from '../api/listing.ts';
import { Stopped } from '../http/stopped.ts';
import type { Cleanup } from '../model/cleanup.ts';
import type { JsonObject } from '../model/json.ts';
import type { Company } from '../model/target.ts';
import type { ActiveRun } from './active-run.ts';
import { unlessStopped } from './interrupt.ts';
import { type Kind, kinds } from './kind.ts';
import { leftOf, Remover } from './remover.ts';
import { RuleContext } from './rule-context.ts';

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
  const { companies, foreignCompany } = context.target;
  let read = true;
  for (const company of [...companies, ...(foreignCompany ? [foreignCompany] : [])]) {
    const ofCompany = await removeFrom(context, remover, kind, company);
    if (company !== foreignCompany) read = ofCompany && read;
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
