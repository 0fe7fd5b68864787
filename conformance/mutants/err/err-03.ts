import type { Fault, Mutants, Request } from '../mutant.ts';
import { bodyOf, isSuccess, refusal } from '../peer/message.ts';

/** A fault that answers 500 to certain requests. */
function broken(isMet: (request: Request) => boolean): () => Fault {
  return () => async (request, forward) => (isMet(request) ? refusal(500) : await forward(request));
}

const FOUR_BYTES = /[\u{10000}-\u{10FFFF}]/u;

export const mutants: Mutants = {
  'falls-over-four-bytes-in-new-contacts': broken(({ operation, body }) => operation === 'createAnagrafica' && FOUR_BYTES.test(body)),
  'falls-over-four-bytes-in-changed-items': broken(({ operation, body }) => operation === 'updateArticolo' && FOUR_BYTES.test(body)),
  'falls-over-text-from-right-to-left': broken(({ operation, body }) => operation === 'createAnagrafica' && /[\u0590-\u06ff]/.test(body)),
  'falls-over-an-apostrophe': broken(
    (request) => request.operation === 'createArticolo' && /'.*"/.test(String(bodyOf(request).descrizione)),
  ),
  'falls-over-a-long-name': broken((request) => request.operation === 'createAnagrafica' && String(bodyOf(request).nome).length === 80),
  'falls-over-a-large-price': broken(
    (request) => request.operation === 'createArticolo' && Number(bodyOf(request).prezzo) >= 99_999_999_999,
  ),
  'falls-over-four-bytes-in-a-description-of-a-webhook': broken(
    (request) => request.operation === 'createWebhook' && FOUR_BYTES.test(String(bodyOf(request).Description)),
  ),
  'cannot-show-a-contact-with-four-bytes': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'getAnagrafica' && isSuccess(answer) && FOUR_BYTES.test(answer.body) ? refusal(500) : answer;
  },
  'cannot-list-contacts-with-four-bytes': {
    // Many rules read the list.
    judgedAlone: true,
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listAnagrafica' && isSuccess(answer) && FOUR_BYTES.test(answer.body) ? refusal(500) : answer;
    },
  },
  'falls-over-the-next-page-of-items': {
    mayBreak: ['COMP-10'],
    fault: broken(({ operation, path }) => operation === 'listArticolo' && path.includes('after=')),
  },
  'falls-over-the-longest-pages-of-documents': {
    mayBreak: ['COMP-10'],
    fault: broken(({ operation, path }) => operation === 'listDocumento' && path.includes('limit=500')),
  },
  'lists-no-webhooks': {
    judgedAlone: true,
    fault: broken(({ operation, headers }) => operation === 'listWebhook' && headers.some(([, value]) => value.startsWith('Bearer '))),
  },
};
