import { RETRIES_MAX } from '../../src/generated/limits.ts';
import { amongDeliveriesOfOthers, shownToOthers } from '../faults/deliveries-of-others.ts';
import { withEvento } from '../faults/evento.ts';
import { marksDeleted } from '../faults/given-up.ts';
import { attemptsShown, deliveriesOf, deliveriesShown, type Shown, type ShownAttempt } from '../faults/logged-deliveries.ts';
import { logged } from '../faults/logged-events.ts';
import { alsoToHeirs, marksRedelivered, passingOverWhatWaits, toWhoAsksByThen } from '../faults/redeliveries.ts';
import { unheardIsUnlisted } from '../faults/unheard-events.ts';
import { changed, idOf, marksOf } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';

const DAY_MS = 86_400_000;

/** Faulty services that the check of EVT-14 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'EVT-14-the-log-shows-the-oldest-first',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: logged((entries) => entries.toReversed())('Documento.Emit'),
  },
  {
    id: 'EVT-14-the-log-shows-one-company-after-the-other',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: logged((entries) => entries.toSorted((one, other) => companyOf(other) - companyOf(one)))('Documento.Emit'),
  },
  {
    id: 'EVT-14-documents-delivered-again-have-another-guid',
    mustBreak: ['EVT-14'],
    mayBreak: ['EVT-04', 'EVT-15'],
    fault: marksRedelivered,
    deliveryFault: (context) => async (delivery, deliver) => {
      const evento = bodyOf(delivery);
      const isAgain = String(evento.Type).startsWith('Documento.') && marksOf(context).has(String(evento.EventGuid));
      return await deliver(isAgain ? withEvento(delivery, { ...evento, EventGuid: `${String(evento.EventGuid)}-again` }) : delivery);
    },
  },
  {
    id: 'EVT-14-stock-items-are-delivered-again-as-they-are-now',
    mustBreak: ['EVT-14'],
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
    deliveryFault: (context) => async (delivery, deliver) => {
      const evento = bodyOf(delivery);
      const now = marksOf(context).get(String(evento.EventGuid));
      const isItem = now !== undefined && String(evento.Type).startsWith('articolo.');
      return await deliver(isItem ? withEvento(delivery, { ...evento, Object: JSON.parse(now) }) : delivery);
    },
  },
  {
    id: 'EVT-14-the-log-forgets-what-was-before-a-redelivery',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: shownAgain(forgetful),
  },
  {
    id: 'EVT-14-what-is-delivered-again-is-listed-first',
    mustBreak: ['EVT-14'],
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
  {
    id: 'EVT-14-new-contacts-are-logged-as-they-are-now',
    mustBreak: ['EVT-14'],
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
  {
    id: 'EVT-14-later-pages-show-deliveries-of-others',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: amongDeliveriesOfOthers,
  },
  {
    id: 'EVT-14-what-is-delivered-again-goes-to-who-took-the-place-of-a-deleted-webhook',
    mustBreak: ['EVT-14'],
    mayBreak: ['SIG-02', 'SIG-03'],
    ...alsoToHeirs,
  },
  {
    id: 'EVT-14-log-forgets-deliveries-of-deleted-webhooks',
    mustBreak: ['EVT-14'],
    fault: () => {
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
  },
  {
    id: 'EVT-14-attempts-without-answer-left-out',
    mustBreak: ['EVT-14'],
    fault: attemptsShown((attempts) => attempts.filter(({ status }) => status !== null)),
  },
  {
    id: 'EVT-14-attempts-are-counted-anew-when-delivered-again',
    mustBreak: ['EVT-14'],
    // The list and the GET differ.
    mayBreak: ['COMP-10'],
    fault: shownAgain((entry) => ({ ...entry, deliveries: deliveriesOf(entry).map((one) => ({ ...one, attemptCount: 1 })) })),
  },
  {
    id: 'EVT-14-entry-kept-once-all-is-delivered',
    mustBreak: ['EVT-14'],
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
  {
    id: 'EVT-14-six-attempts-shown-at-most',
    mustBreak: ['EVT-14'],
    // The list and the GET differ.
    mayBreak: ['COMP-10'],
    fault: attemptsShown((attempts) => attempts.slice(0, 6)),
  },
  {
    id: 'EVT-14-delivered-again-to-who-asks-for-the-type-by-then',
    mustBreak: ['EVT-14'],
    ...toWhoAsksByThen,
  },
  {
    id: 'EVT-14-what-a-deleted-webhook-waits-for-stays-pending',
    mustBreak: ['EVT-14'],
    fault: () => {
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
  },
  {
    id: 'EVT-14-redirects-are-logged-as-no-answer',
    mustBreak: ['EVT-14'],
    fault: attemptsShown((attempts) => attempts.map((one) => (isRedirect(one) ? { ...one, status: null } : one))),
  },
  {
    id: 'EVT-14-attempts-begin-with-the-first',
    mustBreak: ['EVT-14'],
    fault: attemptsShown((attempts) => attempts.map((one) => ({ ...one, startedAt: attempts[0]?.startedAt }))),
  },
  {
    id: 'EVT-14-what-is-refused-is-logged-without-an-error',
    mustBreak: ['EVT-14'],
    fault: attemptsShown((attempts) => attempts.map((one) => ({ ...one, error: one.status === null ? one.error : null }))),
  },
  {
    id: 'EVT-14-no-answer-is-logged-as-status-0',
    mustBreak: ['EVT-14'],
    fault: attemptsShown((attempts) => attempts.map((one) => ({ ...one, status: one.status ?? 0 }))),
  },
  {
    id: 'EVT-14-what-has-failed-is-listed-as-pending',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: deliveriesShown(['listEvento'], (one) => (one.state === 'failed' ? { ...one, state: 'pending' } : one)),
  },
  {
    id: 'EVT-14-what-the-last-retry-brought-is-shown-as-failed',
    mustBreak: ['EVT-14'],
    fault: deliveriesShown(['getEvento', 'listEvento'], (one) =>
      one.state === 'delivered' && one.attempts?.length === RETRIES_MAX + 1 ? { ...one, state: 'failed' } : one,
    ),
  },
  { id: 'EVT-14-what-nobody-asks-for-is-not-listed', mustBreak: ['EVT-14'], fault: unheardIsUnlisted },
  {
    id: 'EVT-14-what-is-a-day-old-is-listed-no-more',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault:
      ({ aheadMs }) =>
      async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'listEvento' || !isSuccess(answer)) return answer;
        const since = Date.now() + aheadMs() - DAY_MS;
        return withBody(
          answer,
          entriesOf(answer).filter(({ occurredAt }) => Date.parse(String(occurredAt)) >= since),
        );
      },
  },
  {
    id: 'EVT-14-deleted-documents-take-their-events-with-them',
    mustBreak: ['EVT-14'],
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
  {
    id: 'EVT-14-redelivery-makes-what-is-for-deleted-webhooks-pending',
    mustBreak: ['EVT-14'],
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
  {
    id: 'EVT-14-what-was-delivered-again-is-not-a-second-time',
    mustBreak: ['EVT-14'],
    fault: () => {
      const again = new Map<string, Answer>();
      return async (request, forward) => {
        if (request.operation !== 'redeliverEvento' || headerOf(request, 'Idempotency-Key') !== undefined) return await forward(request);
        const answer = again.get(request.path) ?? (await forward(request));
        if (isSuccess(answer)) again.set(request.path, answer);
        return answer;
      };
    },
  },
  {
    id: 'EVT-14-what-is-delivered-again-occurred-then',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: shownAgain((entry, occurredAt) => ({ ...entry, occurredAt })),
  },
  {
    id: 'EVT-14-what-waits-for-a-retry-is-not-delivered-again',
    mustBreak: ['EVT-14'],
    mayBreak: ['DLV-10'],
    ...passingOverWhatWaits,
  },
  {
    id: 'EVT-14-refused-connections-are-no-attempts',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: deliveriesShown(['getEvento'], (one) => {
      const attempts = one.attempts?.filter(({ error }) => !/refused/i.test(String(error))) ?? [];
      return { ...one, attempts, attemptCount: attempts.length };
    }),
  },
  {
    id: 'EVT-14-what-has-failed-is-shown-to-others',
    mustBreak: ['EVT-14'],
    fault: () => shownToOthers(({ state }) => state === 'failed'),
  },
  {
    id: 'EVT-14-what-waits-for-a-retry-is-shown-to-others',
    mustBreak: ['EVT-14'],
    fault: () => shownToOthers(({ state, attempts = [] }) => state === 'pending' && attempts.length > 0),
  },
];

function companyOf({ evento }: Record<string, unknown>): number {
  return Number((evento as Record<string, unknown>).CompanyId);
}

function isRedirect({ status }: ShownAttempt): boolean {
  return Number(status) >= 300 && Number(status) < 400;
}

/** Changes how a GET shows an event after its redelivery. @param change is also given the time of the redelivery */
function shownAgain(change: (entry: Record<string, unknown>, at: string) => Record<string, unknown>): Mutant['fault'] {
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
