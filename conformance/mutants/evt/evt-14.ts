import { RETRIES_MAX } from '../../src/generated/limits.ts';
import { delivering } from '../faults/attempts.ts';
import { withEvento } from '../faults/evento.ts';
import { changed, listed } from '../faults/exchanges.ts';
import { marksDeleted } from '../faults/given-up.ts';
import {
  amongDeliveriesOfOthers,
  attemptsShown,
  deliveriesOf,
  deliveriesShown,
  type Shown,
  type ShownAttempt,
  shownToOthers,
} from '../faults/logged-deliveries.ts';
import { logged, unheardIsUnlisted } from '../faults/logged-events.ts';
import { alsoToHeirs, marksRedelivered, passingOverWhatWaits, toWhoAsksByThen } from '../faults/redeliveries.ts';
import { repeating } from '../faults/repeated-answers.ts';
import { idOf, marksOf } from '../faults/webhooks.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';

const DAY_MS = 86_400_000;

export const mutants: Mutants = {
  'the-log-shows-the-oldest-first': {
    mayBreak: ['COMP-10'],
    fault: logged((entries) => entries.toReversed())('Documento.Emit'),
  },
  'the-log-shows-one-company-after-the-other': {
    mayBreak: ['COMP-10'],
    fault: logged((entries) => entries.toSorted((one, other) => companyOf(other) - companyOf(one)))('Documento.Emit'),
  },
  'documents-delivered-again-have-another-guid': {
    mayBreak: ['EVT-04', 'EVT-15'],
    fault: marksRedelivered,
    deliveryFault: delivering((delivery, context) => {
      const evento = bodyOf(delivery);
      const isAgain = String(evento.Type).startsWith('Documento.') && marksOf(context).has(String(evento.EventGuid));
      return isAgain ? withEvento(delivery, { ...evento, EventGuid: `${String(evento.EventGuid)}-again` }) : delivery;
    }),
  },
  'stock-items-are-delivered-again-as-they-are-now': {
    mayBreak: ['EVT-03', 'EVT-15'],
    fault: (context) => async (request, forward) => {
      if (request.operation !== 'redeliverEvento') return await forward(request);
      const guid = request.path.split('/').at(-2) ?? '';
      const get = { method: 'GET', headers: request.headers, body: '' };
      const entry = await forward({ ...get, path: request.path.replace(/\/redeliver$/, '') });
      const { CompanyId, Object: object } = (bodyOf(entry).evento ?? {}) as Record<string, unknown>;
      const id = (object as Record<string, unknown> | undefined)?.id;
      const now = await forward({ ...get, path: `/api/v3/${CompanyId}/articolo/${id}` });
      if (isSuccess(now)) marksOf(context).set(guid, now.body);
      return await forward(request);
    },
    deliveryFault: delivering((delivery, context) => {
      const evento = bodyOf(delivery);
      const now = marksOf(context).get(String(evento.EventGuid));
      const isItem = now !== undefined && String(evento.Type).startsWith('articolo.');
      return isItem ? withEvento(delivery, { ...evento, Object: JSON.parse(now) }) : delivery;
    }),
  },
  'the-log-forgets-what-was-before-a-redelivery': { mayBreak: ['COMP-10'], fault: shownAgain(forgetful) },
  'what-is-delivered-again-is-listed-first': {
    mayBreak: ['COMP-10'],
    fault: () => {
      const again = new Set<unknown>();
      const isAgain = ({ evento }: Record<string, unknown>): boolean => again.has((evento as Record<string, unknown>).EventGuid);
      return async (request, forward) => {
        if (request.operation === 'redeliverEvento') again.add(request.path.split('/').at(-2));
        const answer = await forward(request);
        if (request.operation !== 'listEvento' || !isSuccess(answer)) return answer;
        const entries = entriesOf(answer);
        return withBody(answer, [...entries.filter(isAgain), ...entries.filter((entry) => !isAgain(entry))]);
      };
    },
  },
  'new-contacts-are-logged-as-they-are-now': {
    mayBreak: ['COMP-10'],
    fault: () => {
      const changed = new Map<unknown, unknown>();
      return async (request, forward) => {
        const answer = await forward(request);
        const shown = bodyOf(answer);
        if (request.operation === 'updateAnagrafica' && isSuccess(answer)) changed.set(shown.id, shown);
        const { Type, Object: object, ...others } = (shown.evento ?? {}) as Record<string, unknown>;
        const now = changed.get((object as { readonly id?: unknown } | undefined)?.id);
        if (request.operation !== 'getEvento' || Type !== 'Anagrafica.Create' || now === undefined) return answer;
        return withBody(answer, { ...shown, evento: { ...others, Type, Object: now } });
      };
    },
  },
  'later-pages-show-deliveries-of-others': { mayBreak: ['COMP-10'], fault: amongDeliveriesOfOthers },
  'what-is-delivered-again-goes-to-who-took-the-place-of-a-deleted-webhook': {
    mayBreak: ['SIG-02', 'SIG-03'],
    ...alsoToHeirs,
  },
  'log-forgets-deliveries-of-deleted-webhooks': () => {
    const deleted = new Set<string>();
    const isKept = ({ webhookId }: Shown): boolean => !deleted.has(String(webhookId));
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'deleteWebhook' && isSuccess(answer)) deleted.add(idOf(request));
      if (request.operation === 'createWebhook' && isSuccess(answer)) deleted.delete(String(bodyOf(answer).id));
      const isLog = request.operation === 'getEvento' || request.operation === 'listEvento';
      return isLog ? changed(answer, (entry) => ({ ...entry, deliveries: deliveriesOf(entry).filter(isKept) })) : answer;
    };
  },
  'attempts-without-answer-left-out': attemptsShown((attempts) => attempts.filter(({ status }) => status !== null)),
  'attempts-are-counted-anew-when-delivered-again': {
    // The list and the GET differ.
    mayBreak: ['COMP-10'],
    fault: shownAgain((entry) => ({ ...entry, deliveries: deliveriesOf(entry).map((one) => ({ ...one, attemptCount: 1 })) })),
  },
  'entry-kept-once-all-is-delivered': {
    mayBreak: ['COMP-10'],
    fault: forEachUser(() => {
      const kept = new Map<string, Answer>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'getEvento' || !isSuccess(answer)) return answer;
        const isSettled = deliveriesOf(bodyOf(answer)).every(({ state }) => state === 'delivered');
        const known = kept.get(request.path);
        if (known === undefined && isSettled) kept.set(request.path, answer);
        return known ?? answer;
      };
    }),
  },
  'six-attempts-shown-at-most': {
    // The list and the GET differ.
    mayBreak: ['COMP-10'],
    fault: attemptsShown((attempts) => attempts.slice(0, 6)),
  },
  'delivered-again-to-who-asks-for-the-type-by-then': toWhoAsksByThen,
  'what-a-deleted-webhook-waits-for-stays-pending': () => {
    const deleted = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'deleteWebhook' && isSuccess(answer)) deleted.add(idOf(request));
      if (request.operation !== 'getEvento' && request.operation !== 'listEvento') return answer;
      const shown = (delivery: Shown): Shown =>
        delivery.state === 'failed' && deleted.has(String(delivery.webhookId)) ? { ...delivery, state: 'pending' } : delivery;
      return changed(answer, (entry) => ({ ...entry, deliveries: deliveriesOf(entry).map(shown) }));
    };
  },
  'redirects-are-logged-as-no-answer': attemptsShown((attempts) =>
    attempts.map((one) => (isRedirect(one) ? { ...one, status: null } : one)),
  ),
  'attempts-begin-with-the-first': attemptsShown((attempts) => attempts.map((one) => ({ ...one, startedAt: attempts[0]?.startedAt }))),
  'what-is-refused-is-logged-without-an-error': attemptsShown((attempts) =>
    attempts.map((one) => ({ ...one, error: one.status === null ? one.error : null })),
  ),
  'no-answer-is-logged-as-status-0': attemptsShown((attempts) => attempts.map((one) => ({ ...one, status: one.status ?? 0 }))),
  'what-has-failed-is-listed-as-pending': {
    mayBreak: ['COMP-10'],
    fault: deliveriesShown(['listEvento'], (one) => (one.state === 'failed' ? { ...one, state: 'pending' } : one)),
  },
  'what-the-last-retry-brought-is-shown-as-failed': deliveriesShown(['getEvento', 'listEvento'], (one) =>
    one.state === 'delivered' && one.attempts?.length === RETRIES_MAX + 1 ? { ...one, state: 'failed' } : one,
  ),
  'what-nobody-asks-for-is-not-listed': unheardIsUnlisted,
  'what-is-a-day-old-is-listed-no-more': {
    mayBreak: ['COMP-10'],
    fault: listed('listEvento', (entries, _request, { aheadMs }) => {
      const since = Date.now() + aheadMs() - DAY_MS;
      return entries.filter(({ occurredAt }) => Date.parse(String(occurredAt)) >= since);
    }),
  },
  'deleted-documents-take-their-events-with-them': {
    mayBreak: ['COMP-10'],
    fault: (context) => {
      const marking = marksDeleted(context);
      const isKept = ({ evento }: Record<string, unknown>): boolean => {
        const { Type, CompanyId, Object: object } = (evento ?? {}) as Record<string, unknown>;
        const id = (object as { readonly id?: unknown } | undefined)?.id;
        const isEarlier = Type === 'Documento.Create' || Type === 'Documento.Update';
        return !isEarlier || !marksOf(context).has(`${CompanyId} Documento ${id}`);
      };
      return async (request, forward) => {
        const answer = await marking(request, forward);
        if (request.operation !== 'listEvento' || !isSuccess(answer)) return answer;
        return withBody(answer, entriesOf(answer).filter(isKept));
      };
    },
  },
  'redelivery-makes-what-is-for-deleted-webhooks-pending': {
    mayBreak: ['COMP-10'],
    fault: () => {
      const [deleted, again] = [new Set<string>(), new Set<string>()];
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation === 'deleteWebhook' && isSuccess(answer)) deleted.add(idOf(request));
        if (request.operation === 'redeliverEvento' && isSuccess(answer)) again.add(request.path.split('/').at(-2) ?? '');
        if (request.operation !== 'getEvento' || !again.has(idOf(request))) return answer;
        const shown = (delivery: Shown): Shown => (deleted.has(String(delivery.webhookId)) ? { ...delivery, state: 'pending' } : delivery);
        return changed(answer, (entry) => ({ ...entry, deliveries: deliveriesOf(entry).map(shown) }));
      };
    },
  },
  'what-was-delivered-again-is-not-a-second-time': repeating((request) =>
    request.operation === 'redeliverEvento' && headerOf(request, 'Idempotency-Key') === undefined ? request.path : undefined,
  ),
  'what-is-delivered-again-occurred-then': {
    mayBreak: ['COMP-10'],
    fault: shownAgain((entry, occurredAt) => ({ ...entry, occurredAt })),
  },
  'what-waits-for-a-retry-is-not-delivered-again': { mayBreak: ['DLV-10'], ...passingOverWhatWaits },
  'refused-connections-are-no-attempts': {
    mayBreak: ['COMP-10'],
    fault: deliveriesShown(['getEvento'], (one) => {
      const attempts = one.attempts?.filter(({ error }) => !/refused/i.test(String(error))) ?? [];
      return { ...one, attempts, attemptCount: attempts.length };
    }),
  },
  'what-has-failed-is-shown-to-others': (context) => shownToOthers(context, ({ state }) => state === 'failed'),
  'what-waits-for-a-retry-is-shown-to-others': (context) =>
    shownToOthers(context, ({ state, attempts = [] }) => state === 'pending' && attempts.length > 0),
};

function companyOf({ evento }: Record<string, unknown>): number {
  return Number((evento as Record<string, unknown>).CompanyId);
}

function isRedirect({ status }: ShownAttempt): boolean {
  return Number(status) >= 300 && Number(status) < 400;
}

/** Changes how a GET shows an event after its redelivery. @param change is also given the time of the redelivery */
function shownAgain(change: (entry: Record<string, unknown>, at: string) => Record<string, unknown>): NewFault {
  return ({ aheadMs }) => {
    const again = new Map<string, string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const now = new Date(Date.now() + aheadMs()).toISOString();
      if (request.operation === 'redeliverEvento' && isSuccess(answer)) again.set(request.path.split('/').at(-2) ?? '', now);
      const at = request.operation === 'getEvento' ? again.get(idOf(request)) : undefined;
      return at === undefined ? answer : changed(answer, (entry) => change(entry, at));
    };
  };
}

/** Without the first attempt of each delivery. */
function forgetful(entry: Record<string, unknown>): Record<string, unknown> {
  return { ...entry, deliveries: deliveriesOf(entry).map((delivery) => ({ ...delivery, attempts: delivery.attempts?.slice(1) })) };
}
