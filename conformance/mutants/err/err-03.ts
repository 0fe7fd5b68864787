import { answersOf, refusing } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, refusal } from '../peer/message.ts';

const FOUR_BYTES = /[\u{10000}-\u{10FFFF}]/u;

export const mutants: Mutants = {
  'falls-over-four-bytes-in-new-contacts': refusing(
    500,
    ({ operation, body }) => operation === 'createAnagrafica' && FOUR_BYTES.test(body),
  ),
  'falls-over-four-bytes-in-changed-items': refusing(500, ({ operation, body }) => operation === 'updateArticolo' && FOUR_BYTES.test(body)),
  'falls-over-text-from-right-to-left': refusing(
    500,
    ({ operation, body }) => operation === 'createAnagrafica' && /[\u0590-\u06ff]/.test(body),
  ),
  'falls-over-an-apostrophe': refusing(
    500,
    (request) => request.operation === 'createArticolo' && /'.*"/.test(String(bodyOf(request).descrizione)),
  ),
  'falls-over-a-long-name': refusing(
    500,
    (request) => request.operation === 'createAnagrafica' && String(bodyOf(request).nome).length === 80,
  ),
  'falls-over-a-large-price': refusing(
    500,
    (request) => request.operation === 'createArticolo' && Number(bodyOf(request).prezzo) >= 99_999_999_999,
  ),
  'falls-over-four-bytes-in-a-description-of-a-webhook': refusing(
    500,
    (request) => request.operation === 'createWebhook' && FOUR_BYTES.test(String(bodyOf(request).Description)),
  ),
  'cannot-show-a-contact-with-four-bytes': answersOf('getAnagrafica', (answer) => (FOUR_BYTES.test(answer.body) ? refusal(500) : answer)),
  'cannot-list-contacts-with-four-bytes': {
    // Many rules read the list.
    judgedAlone: true,
    fault: answersOf('listAnagrafica', (answer) => (FOUR_BYTES.test(answer.body) ? refusal(500) : answer)),
  },
  'falls-over-the-next-page-of-items': {
    mayBreak: ['COMP-10'],
    fault: refusing(500, ({ operation, path }) => operation === 'listArticolo' && path.includes('after=')),
  },
  'falls-over-the-longest-pages-of-documents': {
    mayBreak: ['COMP-10'],
    fault: refusing(500, ({ operation, path }) => operation === 'listDocumento' && path.includes('limit=500')),
  },
  'lists-no-webhooks': {
    judgedAlone: true,
    fault: refusing(
      500,
      ({ operation, headers }) => operation === 'listWebhook' && headers.some(([, value]) => value.startsWith('Bearer ')),
    ),
  },
};
