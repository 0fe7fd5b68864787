import type { Fault, Mutant, Request } from '../mutant.ts';
import { bodyOf, isSuccess, refusal } from '../peer/message.ts';

/** A fault that answers 500 to certain requests. */
function broken(isMet: (request: Request) => boolean): () => Fault {
  return () => async (request, forward) => (isMet(request) ? refusal(500) : await forward(request));
}

const FOUR_BYTES = /[\u{10000}-\u{10FFFF}]/u;

/** Faulty services that the check of ERR-03 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'ERR-03-falls-over-four-bytes-in-new-contacts',
    mustBreak: ['ERR-03'],
    fault: broken(({ operation, body }) => operation === 'createAnagrafica' && FOUR_BYTES.test(body)),
  },
  {
    id: 'ERR-03-falls-over-four-bytes-in-changed-items',
    mustBreak: ['ERR-03'],
    fault: broken(({ operation, body }) => operation === 'updateArticolo' && FOUR_BYTES.test(body)),
  },
  {
    id: 'ERR-03-falls-over-text-from-right-to-left',
    mustBreak: ['ERR-03'],
    fault: broken(({ operation, body }) => operation === 'createAnagrafica' && /[\u0590-\u06ff]/.test(body)),
  },
  {
    id: 'ERR-03-falls-over-an-apostrophe',
    mustBreak: ['ERR-03'],
    fault: broken((request) => request.operation === 'createArticolo' && /'.*"/.test(String(bodyOf(request).descrizione))),
  },
  {
    id: 'ERR-03-falls-over-a-long-name',
    mustBreak: ['ERR-03'],
    fault: broken((request) => request.operation === 'createAnagrafica' && String(bodyOf(request).nome).length === 80),
  },
  {
    id: 'ERR-03-falls-over-a-large-price',
    mustBreak: ['ERR-03'],
    fault: broken((request) => request.operation === 'createArticolo' && Number(bodyOf(request).prezzo) >= 99_999_999_999),
  },
  {
    id: 'ERR-03-falls-over-four-bytes-in-a-description-of-a-webhook',
    mustBreak: ['ERR-03'],
    fault: broken((request) => request.operation === 'createWebhook' && FOUR_BYTES.test(String(bodyOf(request).Description))),
  },
  {
    id: 'ERR-03-cannot-show-a-contact-with-four-bytes',
    mustBreak: ['ERR-03'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getAnagrafica' && isSuccess(answer) && FOUR_BYTES.test(answer.body) ? refusal(500) : answer;
    },
  },
  {
    id: 'ERR-03-cannot-list-contacts-with-four-bytes',
    mustBreak: ['ERR-03'],
    // Many rules read the list.
    judgedAlone: true,
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listAnagrafica' && isSuccess(answer) && FOUR_BYTES.test(answer.body) ? refusal(500) : answer;
    },
  },
  {
    id: 'ERR-03-falls-over-the-next-page-of-items',
    mustBreak: ['ERR-03'],
    mayBreak: ['COMP-10'],
    fault: broken(({ operation, path }) => operation === 'listArticolo' && path.includes('after=')),
  },
  {
    id: 'ERR-03-falls-over-the-longest-pages-of-documents',
    mustBreak: ['ERR-03'],
    mayBreak: ['COMP-10'],
    fault: broken(({ operation, path }) => operation === 'listDocumento' && path.includes('limit=500')),
  },
  {
    id: 'ERR-03-lists-no-webhooks',
    mustBreak: ['ERR-03'],
    judgedAlone: true,
    fault: broken(({ operation, headers }) => operation === 'listWebhook' && headers.some(([, value]) => value.startsWith('Bearer '))),
  },
];
