import { cancelling } from '../faults/cancelled-deliveries.ts';
import { isStale, madeCurrent, onRefusal, present, puts, renewed, tokenOf, withToken } from '../faults/concurrency-tokens.ts';
import { KEY_HEADER } from '../faults/keys.ts';
import { guardedAgainstOneself } from '../faults/others-changes.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess, refusal, withBody, without } from '../peer/message.ts';

/** A fault that accepts some other tokens for the current token of a webhook. */
function alsoTaken(
  taken: (sent: number, current: number, body: Record<string, unknown>, webhook: Record<string, unknown>) => boolean,
): NewFault {
  return onRefusal(async (request, forward, answer) => {
    if (request.operation !== 'updateWebhook') return answer;
    const webhook = bodyOf(await present(request, forward));
    const take = taken(Number(tokenOf(request)), Number(webhook.concurrencyToken), bodyOf(request), webhook);
    return take ? await renewed(request, forward) : answer;
  });
}

/** A fault that shows other tokens for webhooks, and translates them back. */
function otherTokens(shown: (token: number) => number): NewFault {
  return () => {
    const real = new Map<string, Map<number, unknown>>();
    const latest = new Map<string, number>();
    return async (request, forward) => {
      const { operation, path } = request;
      const id = path.split('/').at(-1) ?? '';
      const known = operation === 'updateWebhook' ? real.get(id)?.get(Number(tokenOf(request))) : undefined;
      const answer = await forward(known === undefined ? request : withToken(request, known));
      const webhook = bodyOf(answer);
      if (!isSuccess(answer) || !['createWebhook', 'updateWebhook', 'getWebhook'].includes(operation ?? '')) return answer;
      const key = String(webhook.id);
      const token =
        operation === 'getWebhook' ? (latest.get(key) ?? Number(webhook.concurrencyToken)) : shown(Number(webhook.concurrencyToken));
      latest.set(key, token);
      real.set(key, (real.get(key) ?? new Map<number, unknown>()).set(token, webhook.concurrencyToken));
      return withBody(answer, { ...webhook, concurrencyToken: token });
    };
  };
}

export const mutants: Mutants = {
  'token-from-two-puts-ago': {
    mayBreak: ['IDEM-07'],
    fault: puts(async (memory, request, forward) => {
      const tokens = memory.get(request.path) ?? [];
      const answer = await forward(request);
      if (isSuccess(answer)) memory.set(request.path, [...tokens, String(tokenOf(request))]);
      return answer.status === 422 && tokens.at(-2) === String(tokenOf(request)) ? await renewed(request, forward) : answer;
    }),
  },
  'a-stale-put-subscribes': onRefusal(async (request, forward, answer) => {
    const { Events, Url } = bodyOf(request);
    if (request.operation !== 'updateWebhook' || !Array.isArray(Events) || Events.length < 2) return answer;
    const shadow = { ...bodyOf(request), Events, Url, Description: 'shadow' };
    await forward({
      ...without(request, KEY_HEADER),
      method: 'POST',
      path: request.path.slice(0, request.path.lastIndexOf('/')),
      body: JSON.stringify(shadow),
    });
    return answer;
  }),
  'a-stale-put-gives-up-what-waits': {
    mayBreak: ['DLV-02'],
    ...cancelling(({ operation }, { status }) => operation === 'updateWebhook' && status === 422),
  },
  'precondition-failed': {
    mustAlsoBreak: ['CONC-04', 'CONC-05'],
    fault: onRefusal((_request, _forward, answer) => ({ ...answer, status: 412 })),
  },
  'refuses-and-changes': {
    mustAlsoBreak: ['CONC-03', 'CONC-04', 'CONC-05', 'EVT-11'],
    mayBreak: ['IDEM-16'],
    fault: onRefusal(async (request, forward, answer) => {
      await renewed(request, forward);
      return answer;
    }),
  },
  'newer-token-serves': alsoTaken((sent, current) => sent > current),
  'zero-always-serves': alsoTaken((sent) => sent === 0),
  'low-byte-of-a-token-compared': alsoTaken((sent, current) => sent - current === 256),
  'no-guard-for-all-companies': alsoTaken((_sent, _current, _body, { aziendaId }) => aziendaId === null),
  'no-guard-where-the-url-changes': alsoTaken((_sent, _current, { Url }, { url }) => Url !== url),
  'refuses-and-changes-the-events': {
    // The change also gives the webhook a new token.
    mustAlsoBreak: ['CONC-03', 'CONC-04', 'CONC-05'],
    fault: onRefusal(async (request, forward, answer) => {
      if (request.operation !== 'updateWebhook') return answer;
      const { aziendaId, url, description, concurrencyToken } = bodyOf(await present(request, forward));
      const kept = { AziendaId: aziendaId, Url: url, Description: description, ConcurrencyToken: concurrencyToken };
      await forward(withBody(without(request, KEY_HEADER), { ...kept, Events: bodyOf(request).Events }));
      return answer;
    }),
  },
  'tokens-of-two-bits': {
    // The list shows the whole token.
    mayBreak: ['IDEM-10', 'HOOK-15'],
    fault: otherTokens((token) => token % 4),
  },
  'stock-items-take-the-token-of-the-creation-for-ever': {
    mustAlsoBreak: ['CONC-04', 'CONC-05'],
    mayBreak: ['IDEM-08', 'IDEM-09', 'CONC-03', 'EVT-11', 'IDEM-07', 'IDEM-13', 'IDEM-16', 'IDEM-17'],
    fault: () => async (request, forward) =>
      request.operation === 'updateArticolo' && bodyOf(request).concurrencyToken === 1
        ? await madeCurrent(request, forward)
        : await forward(request),
  },
  'stale-puts-of-stock-items-change-the-price': () => async (request, forward) => {
    const answer = await forward(request);
    if (request.operation !== 'updateArticolo' || answer.status !== 422) return answer;
    const shown = await present(request, forward);
    const { prezzo } = bodyOf(request);
    const { id: _id, ...kept } = bodyOf(shown);
    if (isSuccess(shown) && kept.prezzo !== prezzo) await forward(withBody(without(request, KEY_HEADER), { ...kept, prezzo }));
    return answer;
  },
  'a-stale-put-holds-the-contact-that-it-names': () => {
    const held = new Set<string>();
    return async (request, forward) => {
      if (request.operation === 'deleteAnagrafica' && held.has(request.path)) return refusal(422);
      const answer = await forward(request);
      if (request.operation === 'updateDocumento' && isStale(answer))
        held.add(request.path.replace(/Documento\/.*/, `Anagrafica/${bodyOf(request).anagraficaId}`));
      return answer;
    };
  },
  'a-stale-put-lets-go-of-the-items-of-the-lines': () => {
    const [named, free] = [new Map<string, readonly unknown[]>(), new Set<string>()];
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'deleteArticolo' && free.has(request.path)) return { ...answer, status: 204, body: '' };
      if (request.operation !== 'updateDocumento') return answer;
      const { righe } = bodyOf(request);
      const lines = Array.isArray(righe) ? (righe as readonly Record<string, unknown>[]) : [];
      const items = lines.map(({ articoloId }) => request.path.replace(/Documento\/.*/, `articolo/${articoloId}`));
      if (isSuccess(answer)) named.set(request.path, items);
      if (isStale(answer)) for (const item of named.get(request.path) ?? []) free.add(String(item));
      return answer;
    };
  },
  'a-put-of-another-user-leaves-the-token-good': guardedAgainstOneself('updateArticolo'),
};
