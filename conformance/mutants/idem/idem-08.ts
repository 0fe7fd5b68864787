import { ownStore, storedFirst } from '../faults/answer-store.ts';
import { KEY_HEADER, rekeyed, replay } from '../faults/keys.ts';
import type { Fault, FaultContext, Mutant } from '../mutant.ts';
import { type Answer, headerOf, isSuccess } from '../peer/message.ts';

/** A service that replays the answer of another URL if key and body are the same. */
function urlNotBound(operation: string): Mutant['fault'] {
  return () => {
    const stored = new Map<string, Answer & { readonly path: string }>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (key === undefined || request.operation !== operation) return await forward(request);
      const known = stored.get(`${key} ${request.body}`);
      if (known !== undefined && known.path !== request.path) return replay(known);
      const answer = await forward(request);
      if (isSuccess(answer)) stored.set(`${key} ${request.body}`, { ...answer, path: request.path });
      return answer;
    };
  };
}

/** A service that accepts unknown query parameters in requests with a key. The service behind it would refuse them. */
function withoutQuery(keyed: (context: FaultContext) => Fault): Mutant['fault'] {
  return (context) => {
    const fault = keyed(context);
    return (request, forward) =>
      fault(request, (asked) =>
        forward(headerOf(asked, KEY_HEADER) === undefined ? asked : { ...asked, path: asked.path.replace(/\?.*/, '') }),
      );
  };
}

/** Faulty services that the check of IDEM-08 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-08-company-not-bound',
    mustBreak: ['IDEM-08'],
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: ownStore(
      (store, key) => async (request, forward) =>
        storedFirst(store, key, request, forward, (body) => body === encodeURIComponent(request.body)),
    ),
  },
  {
    id: 'IDEM-08-keys-of-their-own-at-each-url',
    mustBreak: ['IDEM-08'],
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: rekeyed(({ path }, key) => [key, path]),
  },
  {
    id: 'IDEM-08-put-at-another-url-is-executed',
    mustBreak: ['IDEM-08'],
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: rekeyed(({ path }, key) => [key, path.split('/config/webhook/')[1] ?? '']),
  },
  {
    id: 'IDEM-08-the-query-is-not-bound',
    mustBreak: ['IDEM-08'],
    // A request with another query gets the answer of the first.
    mayBreak: ['IDEM-17'],
    fault: withoutQuery(rekeyed((_request, key) => [key])),
  },
  {
    id: 'IDEM-08-a-query-has-keys-of-its-own',
    mustBreak: ['IDEM-08'],
    mayBreak: ['IDEM-17'],
    fault: withoutQuery(rekeyed(({ path }, key) => [key, path.split('?')[1]])),
  },
  { id: 'IDEM-08-the-url-of-a-put-is-not-bound', mustBreak: ['IDEM-08'], fault: urlNotBound('updateWebhook') },
  { id: 'IDEM-08-the-document-of-an-export-is-not-bound', mustBreak: ['IDEM-08'], fault: urlNotBound('exportFatturaElettronicaXml') },
  { id: 'IDEM-08-the-event-of-a-redelivery-is-not-bound', mustBreak: ['IDEM-08'], fault: urlNotBound('redeliverEvento') },
];
