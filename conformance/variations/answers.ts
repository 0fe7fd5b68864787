import { setTimeout as sleep } from 'node:timers/promises';
import type { NewFault } from '../mutants/mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, refusal, withBody, withHeader, without } from '../mutants/peer/message.ts';
import { BODY_MAX_BYTES } from '../src/generated/limits.ts';
import type { Variation } from './variation.ts';

/** A variation that changes answers alone. */
function answered(change: (answer: Answer, operation: string | undefined) => Answer): NewFault {
  return () => async (request, forward) => change(await forward(request), request.operation);
}

const isUpdate = (operation: string | undefined): boolean => operation?.startsWith('update') ?? false;
const isList = (operation: string | undefined): boolean => operation?.startsWith('list') ?? false;

/** Other answers to the same requests. */
export const answerVariations: readonly Variation[] = [
  {
    id: 'created-answers-200',
    fault: answered((answer) => (answer.status === 201 ? without({ ...answer, status: 200 }, 'Location') : answer)),
  },
  {
    id: 'put-answers-204',
    fault: answered((answer, operation) => (isUpdate(operation) && isSuccess(answer) ? { ...answer, status: 204, body: '' } : answer)),
  },
  {
    id: 'errors-as-text',
    against: ['ERR-02', 'RES-02'],
    fault: answered((answer) => (answer.status >= 400 ? withHeader({ ...answer, body: 'No.' }, 'Content-Type', 'text/plain') : answer)),
  },
  {
    id: 'errors-without-body',
    against: ['ERR-02', 'RES-02'],
    fault: answered((answer) => (answer.status >= 400 ? without({ ...answer, body: '' }, 'Content-Type') : answer)),
  },
  {
    id: 'lists-in-an-envelope',
    against: ['RES-02'],
    fault: answered((answer, operation) =>
      isList(operation) && isSuccess(answer) ? withBody(answer, { data: { items: entriesOf(answer) }, errors: [] }) : answer,
    ),
  },
  {
    id: 'lists-beside-warnings',
    against: ['RES-02'],
    fault: answered((answer, operation) =>
      isList(operation) && isSuccess(answer) ? withBody(answer, { warnings: [{ code: 'W1' }], items: entriesOf(answer) }) : answer,
    ),
  },
  {
    id: 'objects-beside-an-empty-id',
    against: ['RES-02'],
    fault: answered((answer, operation) =>
      operation !== undefined && !operation.endsWith('Webhook') && isSuccess(answer) && answer.body.startsWith('{')
        ? withBody(answer, { success: true, result: bodyOf(answer), messages: [], id: null })
        : answer,
    ),
  },
  {
    id: 'contacts-answer-their-location-alone',
    against: ['RES-02'],
    fault: answered((answer, operation) => (operation === 'createAnagrafica' && isSuccess(answer) ? { ...answer, body: '' } : answer)),
  },
  {
    // Only a GET shows the token that a change needs.
    id: 'creations-answer-an-id-alone',
    rules: ['RES-01'],
    budget: 'standard',
    fault: answered((answer) =>
      answer.status === 201 && bodyOf(answer).secret === undefined ? withBody(answer, { id: bodyOf(answer).id }) : answer,
    ),
  },
  {
    id: 'names-in-capitals',
    // This changes the request before the service sees it, so a key binds the changed body. Rules about keys are left out.
    rules: ['COMP-*', 'HDR-*', 'EVT-*'],
    fault: () => async (request, forward) => {
      const { nome } = bodyOf(request);
      const written = ['createAnagrafica', 'updateAnagrafica'].includes(request.operation ?? '') && typeof nome === 'string';
      return await forward(written ? withBody(request, { ...bodyOf(request), nome: nome.toUpperCase() }) : request);
    },
  },
  {
    id: 'names-shown-in-capitals',
    // A key binds the name as it was sent. A check that counts contacts by name finds none.
    rules: ['HOOK-*', 'IDEM-*'],
    fault: answered((answer, operation) => {
      const shown = (contact: Record<string, unknown>): Record<string, unknown> => ({
        ...contact,
        nome: String(contact.nome).toUpperCase(),
      });
      if (operation?.endsWith('Anagrafica') !== true || !isSuccess(answer) || answer.body === '') return answer;
      return isList(operation) ? withBody(answer, entriesOf(answer).map(shown)) : withBody(answer, shown(bodyOf(answer)));
    }),
  },
  {
    id: 'latin-names-alone',
    fault: () => async (request, forward) =>
      request.operation === 'createAnagrafica' && isOfOtherLetters(bodyOf(request).nome) ? refusal(422) : await forward(request),
  },
  {
    id: 'events-in-any-order',
    fault: answered((answer, operation) => {
      const turned = (webhook: Record<string, unknown>): Record<string, unknown> => ({
        ...webhook,
        events: (webhook.events as []).toReversed(),
      });
      if (operation === 'getWebhook' && isSuccess(answer)) return withBody(answer, turned(bodyOf(answer)));
      return answer;
    }),
  },
  {
    id: 'more-members-and-headers',
    // An event's Object has the form of the API's answer (D-02), and so do entries of lists (D-06).
    against: ['EVT-15', 'COMP-10'],
    fault: answered((answer) => {
      const extra = withHeader(withHeader(answer, 'X-Trace', '00-abc'), 'Cache-Control', 'no-store');
      return isSuccess(answer) && answer.body.startsWith('{')
        ? withBody(extra, { ...bodyOf(answer), _links: { self: '/' }, creatoIl: '2026-01-01T00:00:00Z' })
        : extra;
    }),
  },
  {
    id: 'deleted-is-gone',
    against: ['COMP-08'],
    fault: answered((answer, operation) => (answer.status === 404 && operation?.startsWith('get') ? { ...answer, status: 410 } : answer)),
  },
  {
    id: 'second-deletion-is-fine',
    against: ['COMP-08'],
    fault: () => {
      const deleted = new Set<string>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (!request.operation?.startsWith('delete')) return answer;
        if (isSuccess(answer)) deleted.add(request.path);
        return answer.status === 404 && deleted.has(request.path) ? { ...answer, status: 204, body: '' } : answer;
      };
    },
  },
  {
    id: 'bad-requests-are-unprocessable',
    against: ['CONC-06', 'ERR-02', 'HOOK-16', 'IDEM-16'],
    fault: answered((answer) => (answer.status === 400 ? { ...answer, status: 422 } : answer)),
  },
  {
    id: 'slow-answers',
    fault: () => async (request, forward) => {
      await sleep(15);
      return await forward(request);
    },
  },
  {
    id: 'fewer-operations',
    fault: () => async (request, forward) =>
      ['getAnagrafica', 'deleteAnagrafica', 'getWebhook'].includes(request.operation ?? '') &&
      headerOf(request, 'Authorization') !== undefined
        ? { status: 501, headers: [], body: '' }
        : await forward(request),
    describe: (target) => ({ ...target, surface: { ...target.surface, anagraficaGet: null, anagraficaDelete: null, webhookGet: null } }),
  },
  { id: 'one-company', describe: ({ foreignCompany: _none, ...target }) => ({ ...target, companies: [target.companies[0]] }) },
  // An earlier run leaves the clock like this, since nobody moves it back.
  { id: 'a-clock-that-is-a-year-ahead-and-does-not-say-so', clock: { isAheadMs: 365 * 86_400_000, isShown: false }, told: ['SIG-04'] },
  {
    id: 'a-clock-that-is-a-year-ahead',
    rules: ['AUTH-*', 'DLV-*', 'SIG-04', 'IDEM-11', 'IDEM-12'],
    clock: { isAheadMs: 365 * 86_400_000, isShown: true },
  },
  {
    id: 'no-clock',
    describe: ({ controls, ...target }) => ({
      ...target,
      controls: { tokenLifetimeAtMostMs: controls.tokenLifetimeAtMostMs },
      timing: { ...target.timing, retryWithinMs: 1_000 },
    }),
  },
  {
    id: 'no-clock-and-prompt-retries',
    rules: ['DLV-01', 'DLV-02', 'DLV-04', 'DLV-05'],
    told: ['DLV-04'],
    service: { retryDelaysMs: [100, 200, 300, 400, 500] },
    describe: ({ controls, ...target }) => ({
      ...target,
      controls: { tokenLifetimeAtMostMs: controls.tokenLifetimeAtMostMs },
      timing: { ...target.timing, retryWithinMs: 2_000 },
    }),
  },
  {
    id: 'duplicates-wait-for-the-replay',
    fault: () => async (request, forward) => {
      let answer = await forward(request);
      for (let wait = 0; answer.status === 409 && wait < 200; wait += 1) {
        await sleep(10);
        answer = await forward(request);
      }
      return answer;
    },
  },
];

/** Longer names are left to the service, which refuses them for their length. */
function isOfOtherLetters(nome: unknown): boolean {
  return typeof nome === 'string' && nome.length < BODY_MAX_BYTES / 4 && /[^\x20-\xff]/.test(nome);
}
