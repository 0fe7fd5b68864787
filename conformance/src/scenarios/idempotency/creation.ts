import { createdId, objectOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { createsForGood } from '../../api/requests.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { contactBody, type EffectCounts, SideEffects } from '../resources/contacts.ts';
import { trySome } from '../try-some.ts';
import { type Difference, nearly } from '../values/nearly-same.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';

/** One thing to be created: a body, and a mark by which what came of it is counted. */
export interface Draft {
  readonly mark: string;
  readonly body: JsonObject;
}

/** A kind of object that is created by POST with an optional Idempotency-Key. */
export interface Creation {
  readonly kind: 'contact' | 'webhook';
  readonly company: Company;
  /** Whether nobody can remove it. */
  readonly staysForGood: boolean;
  /** @param ending added to the text that is the mark, which alone is taken by every target */
  readonly draft: (ending?: string) => Promise<Draft>;
  /** Another JSON value, nearly the same, and the mark that its own effect would have. */
  readonly altered: (draft: Draft, difference: Difference) => Draft;
  readonly call: (draft: Draft, key?: string) => Promise<Call>;
  readonly idOf: (answer: Answer) => string | undefined;
  /** A PUT and a DELETE of what an answer says was created; undefined if the target has none, or the answer tells too little. */
  readonly change: (answer: Answer, draft: Draft) => Promise<Call | undefined>;
  readonly remove: (answer: Answer) => Promise<Call | undefined>;
  /** Counts by mark; witnesses are marks that certainly took effect. @throws Inconclusive when nothing can be counted. */
  readonly count: (witnesses: readonly string[]) => Promise<EffectCounts>;
}

/**
 * The kinds that the target creates when asked as it should be: some of them, at the standard budget all.
 * @param all whether all are needed at any budget
 * @throws Inconclusive when there are none.
 */
export async function creations(context: CheckContext, all = false): Promise<readonly [Creation, ...Creation[]]> {
  const [first, second] = context.target.companies;
  const isSpared = createsForGood(context, 'createAnagrafica');
  const candidates = [contacts(context, first, await SideEffects.watch(context, first)), webhooks(context, first)];
  if (second !== undefined && (all || !isSpared)) candidates.push(contacts(context, second, await SideEffects.watch(context, second)));
  const found: Creation[] = [];
  const statuses: number[] = [];
  const isTaken = async (creation: Creation): Promise<boolean> => {
    // Whether the target takes what would stay is seen by what the rule sends.
    const status = creation.staysForGood ? 201 : await statusOf(context, creation);
    const isMade = status >= 200 && status < 300;
    statuses.push(status);
    if (isMade) found.push(creation);
    else context.leaveUnjudged(`${creation.kind}s of company ${creation.company.id}: their creation was answered ${status}`);
    return isMade;
  };
  if (all || isSpared) for (const creation of candidates) await isTaken(creation);
  else await trySome(context, candidates, isTaken);
  const [one, ...others] = found;
  if (statuses.every((status) => status === 501)) throw new Inconclusive('the target answers 501 to every creation');
  if (one === undefined) throw new Inconclusive('the target creates neither contacts nor webhooks');
  return [one, ...others];
}

/** What a right creation of a kind is answered, asked once in a run. */
const statusOf = oncePerRunFor<Creation, number>(
  ({ kind, company }) => `${kind} ${company.id}`,
  async (context, creation) => (await context.send(await creation.call(await creation.draft()))).status,
);

/** Those that cases are drawn of again and again: what can be removed again, where there is any. */
export function repeated(kinds: readonly [Creation, ...Creation[]]): readonly [Creation, ...Creation[]] {
  const [first, ...others] = kinds.filter(({ staysForGood }) => !staysForGood);
  return first === undefined ? kinds : [first, ...others];
}

function contacts(context: CheckContext, company: Company, counter: SideEffects): Creation {
  return {
    kind: 'contact',
    staysForGood: createsForGood(context, 'createAnagrafica'),
    company,
    draft: async (ending = '') => {
      const mark = context.fresh() + ending;
      return { mark, body: contactBody(context, mark) };
    },
    altered: (draft, difference) => {
      const mark = nearly(draft.mark, difference);
      return { mark, body: { ...draft.body, nome: mark } };
    },
    call: async (draft, key) =>
      (await context.api()).call('createAnagrafica', { company, body: draft.body, ...(key !== undefined && { key }) }),
    idOf: (answer) => createdId(answer, 'anagrafica'),
    change: async (answer) => {
      const [id, token] = [createdId(answer, 'anagrafica'), tokenOf(answer)];
      if (id === undefined || context.target.surface.anagraficaPut === null) return undefined;
      const body = { ...contactBody(context, context.fresh()), ...(token !== undefined && { concurrencyToken: token }) };
      return (await context.api()).call('updateAnagrafica', { company, id, body });
    },
    remove: async (answer) => {
      const id = createdId(answer, 'anagrafica');
      if (id === undefined || context.target.surface.anagraficaDelete === null) return undefined;
      return (await context.api()).call('deleteAnagrafica', { company, id });
    },
    count: (witnesses) => counter.count(witnesses),
  };
}

function webhooks(context: CheckContext, company: Company): Creation {
  const object = context.target.surface.eventObjects.anagrafica;
  let earliest: string | undefined;
  // Where a target does not know the events of contacts, the types that it knows stay.
  let knowsContacts = false;
  const draft = async (ending = ''): Promise<Draft> => {
    const { endpoint, url } = await context.run.webhooks.open(context.rule);
    const { quietType, ...known } = await webhookCapabilities(context);
    knowsContacts = known.knowsContacts;
    const mark = endpoint.name + ending;
    earliest ??= mark;
    return { mark, body: webhookBody(company, url, mark, [quietType]) };
  };
  const call = async ({ body }: Draft, key?: string): Promise<Call> =>
    (await context.api()).call('createWebhook', { company, body, ...(key !== undefined && { key }) });
  return {
    kind: 'webhook',
    staysForGood: false,
    company,
    draft,
    altered: ({ mark, body }, difference) => {
      const events = body.Events as readonly Json[];
      const members: readonly JsonObject[] = [
        { Url: `${String(body.Url)}x` },
        { AziendaId: null },
        ...(knowsContacts ? [{ Events: [`${object}.Update`] }, { Events: [...events, `${object}.Update`] }] : []),
      ];
      const other = difference.by === 'another member' ? members[difference.position % members.length] : undefined;
      const change = other ?? { Description: nearly(mark, difference) };
      return { mark: String(change.Description ?? mark), body: { ...body, ...change } };
    },
    call,
    idOf: (answer) => createdId(answer, 'webhook'),
    change: async (answer, { body }) => {
      const [id, token] = [createdId(answer, 'webhook'), tokenOf(answer)];
      if (id === undefined || token === undefined) return undefined;
      const { putsId } = await webhookCapabilities(context);
      const changed = { ...body, ...(putsId && { Id: identifier(id) }), Description: context.fresh(), ConcurrencyToken: token };
      return (await context.api()).call('updateWebhook', { company, id, body: changed });
    },
    remove: async (answer) => {
      const id = createdId(answer, 'webhook');
      return id === undefined ? undefined : (await context.api()).call('deleteWebhook', { company, id });
    },
    count: async (witnesses) => {
      // A list may end without a word: one that shows the first webhook and the last shows all between them.
      const latest = await draft();
      await context.prepare(await call(latest));
      return await countWebhooks(context, company, [...witnesses, earliest ?? latest.mark, latest.mark]);
    },
  };
}

function tokenOf(answer: Answer): Json | undefined {
  return memberOf(objectOf(answer, 'concurrencyToken'), 'concurrencyToken');
}

/** Webhooks are counted by their Description alone: nothing says that their creation is an event. */
async function countWebhooks(context: CheckContext, company: Company, witnesses: readonly string[]): Promise<EffectCounts> {
  const api = await context.api();
  const list = await readList(api.call('listWebhook', { company }), (call) => context.send(call));
  if (list?.complete === false) throw new Skip('the list of webhooks names no way to the rest of it: webhooks cannot be counted');
  const counts = new Map<string, number>();
  for (const entry of list?.entries ?? []) {
    const mark = String(memberOf(entry, 'description'));
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  if (!witnesses.every((mark) => counts.has(mark)))
    throw new Skip('the list of webhooks does not show what was created: set surface.webhookList');
  return { objects: (mark) => counts.get(mark) ?? 0, events: () => undefined };
}
