import type { OperationId } from '../generated/operations.ts';
import { idOf } from '../target/identity.ts';
import { readList } from '../target/listing.ts';
import type { Arguments } from '../target/requests.ts';
import { isSuccess } from '../wire/answer.ts';
import { type JsonObject, memberOf } from '../wire/json.ts';
import { type Bench, Trial } from './trial.ts';

/** Deletions under way at once. */
const parallel = 8;

/** Removes what the run created, as far as the target can delete it. Never fails a run: what is left is only named for it. */
export async function cleanUp(bench: Bench): Promise<void> {
  const trial = new Trial('cleanup', bench);
  // What the shared token was last asked for may be a call that was stopped.
  if (bench.signal.aborted) bench.session.forget();
  const [first] = bench.target.companies;
  const marked = (value: unknown): boolean => typeof value === 'string' && value.includes(bench.runName);
  const attempt = async (work: () => Promise<void>): Promise<void> => work().catch(() => undefined);
  await attempt(() => remove(trial, 'listWebhook', 'deleteWebhook', { company: first }, (entry) => marked(memberOf(entry, 'url'))));
  if (bench.target.surface.anagraficaList === null || bench.target.surface.anagraficaDelete === null) return;
  for (const company of bench.target.companies) {
    await attempt(() => remove(trial, 'listAnagrafica', 'deleteAnagrafica', { company }, (entry) => marked(memberOf(entry, 'nome'))));
  }
}

async function remove(
  trial: Trial,
  list: OperationId,
  remover: OperationId,
  args: Arguments,
  ours: (entry: JsonObject) => boolean,
): Promise<void> {
  const api = await trial.api();
  const listing = await readList(api.call(list, args), (call) => trial.send(call));
  const ids = (listing?.entries ?? []).filter(ours).map((entry) => idOf(entry));
  const deletable = async (id: string | undefined): Promise<boolean> =>
    id !== undefined && isSuccess(await trial.send(api.call(remover, { ...args, id })));
  const [one, ...rest] = ids;
  if (!(await deletable(one))) return;
  const worker = async (): Promise<void> => {
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) await deletable(id);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
