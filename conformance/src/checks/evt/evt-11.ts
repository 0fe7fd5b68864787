import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { effects } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { type Arrival, arrivalsOfId } from '../../scenarios/deliveries/arrivals.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { type Contact, createContact, deleteContact, renamingCall } from '../../scenarios/resources/contact-life.ts';
import { contactBody, SideEffects } from '../../scenarios/resources/contacts.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { observerOf } from '../../scenarios/webhooks/observer.ts';
import { whileArriving } from '../../wait/arrives.ts';

/** PUTs that are sent at once. */
const RIVALS = 4;

/** EVT-11: a request that fails, and a replay, fire nothing. */
export const evt11: Check = check('EVT-11', { isolation: 'shared', weight: 2 }, async (context) => {
  const [company] = context.target.companies;
  const names = headerNames(context.target.service.headerWord);
  const api = await context.api();
  const effects = await SideEffects.watch(context, company);
  const creation = (nome: string, key?: string): Call =>
    api.call('createAnagrafica', { company, body: contactBody(context, nome), ...(key !== undefined && { key }) });
  const failures: readonly ((call: Call) => Call)[] = [
    (call) => withoutHeader(call, 'Authorization'),
    (call) => withoutHeader(call, names.apiKey),
    (call) => withoutHeader(call, names.licenseKey),
    (call) => withHeader(call, names.licenseKey, 'wrong'),
    (call) => ({ ...call, body: (call.body ?? '').slice(0, -1) }),
  ];
  const [failed, written]: [string[], string[]] = [[], []];
  for (const fail of context.some(failures)) {
    const nome = context.fresh();
    if (!isSuccess(await context.send(fail(creation(nome))))) failed.push(nome);
  }
  await context.forAll(fc.integer({ min: 1, max: 3 }), 4, async (replays) => {
    const [nome, key] = [context.fresh(), context.freshKey()];
    await context.prepare(creation(nome, key));
    for (let replay = 0; replay < replays; replay += 1) await context.send(creation(nome, key));
    written.push(nome);
  });
  const silences = await failLater(context, company);
  const counted = await effects.count(written);
  const judge = (nome: string, expected: number, what: string): void => {
    const seen = counted.events(nome);
    if (seen !== undefined)
      context.judge(seen === expected, {
        message: `${what} must fire nothing.`,
        expected: `${expected} events`,
        actual: `${seen} events`,
        about: { 'sent with this name': nome },
      });
  };
  for (const nome of failed) judge(nome, 0, 'A request that fails');
  for (const nome of written) judge(nome, 1, 'A replay');
  const observer = await observerOf(context, company);
  for (const { what, contact, like } of silences) {
    // What is rightful may still be on its way.
    const noMore = (): boolean => eventsOf(observer, contact) <= eventsOf(observer, like);
    if (!(await whileArriving(context, [observer], noMore))) {
      context.leaveUnjudged(`${what}: events of what it is compared with may still come, since deliveries come one after the other`);
      continue;
    }
    const [seen, expected] = [eventsOf(observer, contact), eventsOf(observer, like)];
    context.judge(seen <= expected, { message: `${what} must fire nothing.`, expected: `${expected} events`, actual: `${seen} events` });
  }
  await unlessAbsent(context, 'the events of other operations than those of contacts', () => judgeEach(context));
});

/** Every operation that fires an event: as many as the same call fires when it is sent alone, for each time that it was executed. */
async function judgeEach(context: CheckContext): Promise<void> {
  for (const { operation, once, amid, refused, silent, logged } of (await firedEvents(context)).all) {
    context.judge(refused.length === 0, {
      message: `What ${operation} refuses must fire nothing.`,
      expected: 'no event',
      actual: refused.map(({ evento }) => String(evento.type)).join(', '),
      about: { 'must not have come': refused.map(({ attempt }) => attempt) },
    });
    const judge = (all: readonly string[], seen: readonly string[], where: string): void => {
      if (all.length === 0) return;
      const each = effects[operation]?.kind === 'create' ? all.length : all.filter((type) => !type.endsWith('.Create')).length;
      const expected = all.length + (amid.executed - 1) * each;
      context.judge(seen.length <= expected, {
        message: `${operation} must fire nothing when it is refused, replayed or sent again (${silent.join('; ')}).`,
        expected: `${expected} events${where}, since it was executed ${amid.executed} times: ${all.join(', ')}`,
        actual: `${seen.length} events: ${seen.join(', ')}`,
        about: { 'came meanwhile': amid.arrivals.map(({ attempt }) => attempt) },
      });
    };
    judge(typesOf(once), typesOf(amid.arrivals), '');
    if (logged === undefined) continue;
    // What is delivered to nobody is seen in the log alone.
    judge(loggedTypes(logged.once), loggedTypes(logged.amid), ' in the log');
    context.judge(logged.refused.length === 0, {
      message: `What ${operation} refuses must fire nothing.`,
      expected: 'no event in the log',
      actual: loggedTypes(logged.refused).join(', '),
    });
  }
}

/** The log shows each event once. */
function loggedTypes(events: readonly Evento[]): readonly string[] {
  return events.map(({ type }) => String(type));
}

/** The types of the events, each event once: a delivery may be repeated. */
function typesOf(arrivals: readonly Arrival[]): readonly string[] {
  return [...new Map(arrivals.map(({ evento }) => [String(evento.eventGuid), String(evento.type)])).values()];
}

/** A contact to which something was sent that must fire nothing, and one to which all the same was sent but that. */
interface Silence {
  readonly what: string;
  readonly contact: Contact;
  readonly like: Contact;
}

/** A PUT that is replayed, one that is stale, and what is sent to a contact that was deleted. */
async function failLater(context: CheckContext, company: Company): Promise<readonly Silence[]> {
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  if (anagraficaPut === null || anagraficaDelete === null) return [];
  const create = (): Promise<Contact> => createContact(context, company);
  const silences: Silence[] = [];

  const [changed, replayed, overtaken] = [await create(), await create(), await create()];
  const put = withHeader(await renamingCall(context, replayed), 'Idempotency-Key', context.freshKey());
  for (const call of [await renamingCall(context, changed), await renamingCall(context, overtaken), put]) await context.prepare(call);
  if (isReplayed(await context.send(put))) silences.push({ what: 'The replay of a PUT', contact: replayed, like: changed });
  // Its token is the one of the creation, where it has one.
  if (!isSuccess(await context.send(await renamingCall(context, overtaken))))
    silences.push({ what: 'A stale PUT', contact: overtaken, like: changed });
  const raced = await create();
  // Where contacts have no tokens, all are executed.
  if ((await race(context, raced)) === 1) silences.push({ what: 'A PUT that loses against another', contact: raced, like: changed });

  const [deleted, twice, missed] = [await create(), await create(), await create()];
  for (const contact of [deleted, twice, missed]) await deleteContact(context, contact);
  const again = (await context.api()).call('deleteAnagrafica', { company, id: twice.id });
  if (!isSuccess(await context.send(again))) silences.push({ what: 'The deletion of what is deleted', contact: twice, like: deleted });
  if (!isSuccess(await context.send(await renamingCall(context, missed))))
    silences.push({ what: 'A PUT of what is deleted', contact: missed, like: deleted });
  return silences;
}

/** Sends PUTs of a contact at once, each with the token of its creation; answers how many succeeded. */
async function race(context: CheckContext, contact: Contact): Promise<number> {
  const calls = await Promise.all(Array.from({ length: RIVALS }, () => renamingCall(context, contact)));
  const answers = await Promise.all(calls.map((call) => context.send(call)));
  return answers.filter(isSuccess).length;
}

/** A delivery may be repeated; an event is one EventGuid. */
function eventsOf(observer: Webhook, { id }: Contact): number {
  return new Set(arrivalsOfId(observer.endpoint, id).map(({ evento }) => String(evento.eventGuid))).size;
}
