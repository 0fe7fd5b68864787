import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import type { Trial } from '../../engine/trial.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Call, withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Company } from '../../model/target.ts';
import { heardOfId } from '../../scenarios/deliveries/heard.ts';
import { type Contact, createContact, deleteContact, renamingCall } from '../../scenarios/resources/contact-life.ts';
import { contactBody, EffectCounter } from '../../scenarios/resources/contacts.ts';
import type { Hook } from '../../scenarios/webhooks/webhooks.ts';

/** PUTs that are sent at once. */
const rivals = 4;

/** EVT-11: a request that fails, and a replay, fire nothing. */
export const evt11: Check = check('EVT-11', async (trial) => {
  const [company] = trial.target.companies;
  const names = headerNames(trial.target.service.headerWord);
  const api = await trial.api();
  const effects = await EffectCounter.watch(trial, company);
  const creation = (nome: string, key?: string): Call =>
    api.call('createAnagrafica', { company, body: contactBody(trial, nome), ...(key !== undefined && { key }) });
  const failures: readonly ((call: Call) => Call)[] = [
    (call) => withoutHeader(call, 'Authorization'),
    (call) => withoutHeader(call, names.apiKey),
    (call) => withoutHeader(call, names.licenseKey),
    (call) => withHeader(call, names.licenseKey, 'wrong'),
    (call) => ({ ...call, body: (call.body ?? '').slice(0, -1) }),
  ];
  const [failed, written]: [string[], string[]] = [[], []];
  for (const fail of trial.some(failures)) {
    const nome = trial.fresh();
    if (!isSuccess(await trial.send(fail(creation(nome))))) failed.push(nome);
  }
  await trial.forAll(fc.integer({ min: 1, max: 3 }), 4, async (replays) => {
    const [nome, key] = [trial.fresh(), trial.freshKey()];
    await trial.prepare(creation(nome, key));
    for (let replay = 0; replay < replays; replay += 1) await trial.send(creation(nome, key));
    written.push(nome);
  });
  const silences = await failLater(trial, company);
  const counted = await effects.count(written);
  const judge = (nome: string, expected: number, what: string): void => {
    const seen = counted.events(nome);
    if (seen !== undefined)
      trial.judge(seen === expected, { message: `${what} must fire nothing.`, expected: `${expected} events`, actual: `${seen} events` });
  };
  for (const nome of failed) judge(nome, 0, 'A request that fails');
  for (const nome of written) judge(nome, 1, 'A replay');
  const observer = await trial.bench.webhooks.observer(trial, company);
  for (const { what, contact, like } of silences) {
    // What is rightful may still be on its way.
    const noMore = (): boolean => eventsOf(observer, contact) <= eventsOf(observer, like);
    await observer.endpoint.until(noMore, trial.target.timing.deliveryWithinMs);
    const [seen, expected] = [eventsOf(observer, contact), eventsOf(observer, like)];
    trial.judge(seen <= expected, { message: `${what} must fire nothing.`, expected: `${expected} events`, actual: `${seen} events` });
  }
});

/** A contact to which something was sent that must fire nothing, and one to which all the same was sent but that. */
interface Silence {
  readonly what: string;
  readonly contact: Contact;
  readonly like: Contact;
}

/** A PUT that is replayed, one that is stale, and what is sent to a contact that was deleted. */
async function failLater(trial: Trial, company: Company): Promise<readonly Silence[]> {
  const { anagraficaPut, anagraficaDelete } = trial.target.surface;
  if (anagraficaPut === null || anagraficaDelete === null) return [];
  const create = (): Promise<Contact> => createContact(trial, company);
  const silences: Silence[] = [];

  const [changed, replayed, overtaken] = [await create(), await create(), await create()];
  const put = withHeader(await renamingCall(trial, replayed), 'Idempotency-Key', trial.freshKey());
  for (const call of [await renamingCall(trial, changed), await renamingCall(trial, overtaken), put]) await trial.prepare(call);
  if (isReplayed(await trial.send(put))) silences.push({ what: 'The replay of a PUT', contact: replayed, like: changed });
  // Its token is the one of the creation, where it has one.
  if (!isSuccess(await trial.send(await renamingCall(trial, overtaken))))
    silences.push({ what: 'A stale PUT', contact: overtaken, like: changed });
  const raced = await create();
  // Where contacts have no tokens, all are executed.
  if ((await race(trial, raced)) === 1) silences.push({ what: 'A PUT that loses against another', contact: raced, like: changed });

  const [deleted, twice, missed] = [await create(), await create(), await create()];
  for (const contact of [deleted, twice, missed]) await deleteContact(trial, contact);
  const again = (await trial.api()).call('deleteAnagrafica', { company, id: twice.id });
  if (!isSuccess(await trial.send(again))) silences.push({ what: 'The deletion of what is deleted', contact: twice, like: deleted });
  if (!isSuccess(await trial.send(await renamingCall(trial, missed))))
    silences.push({ what: 'A PUT of what is deleted', contact: missed, like: deleted });
  return silences;
}

/** Sends PUTs of a contact at once, each with the token of its creation; answers how many succeeded. */
async function race(trial: Trial, contact: Contact): Promise<number> {
  const calls = await Promise.all(Array.from({ length: rivals }, () => renamingCall(trial, contact)));
  const answers = await Promise.all(calls.map((call) => trial.send(call)));
  return answers.filter(isSuccess).length;
}

/** A delivery may be repeated; an event is one EventGuid. */
function eventsOf(observer: Hook, { id }: Contact): number {
  return new Set(heardOfId(observer.endpoint, id).map(({ evento }) => String(evento.eventGuid))).size;
}
