import { answersOf, listed, listing } from '../faults/exchanges.ts';
import { isLaterPage, lacking, naming, ofOneCompany, remembering, shortPageIsLast } from '../faults/pages.ts';
import { staleGet } from '../faults/stale-reads.ts';
import type { Fault, FaultContext, Mutants } from '../mutant.ts';
import { bodyOf, entriesOf, headerOf, isSuccess, withBody, withHeader, without } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** Shows the webhooks of all users on every page except the first. */
function amongOthers({ userOf }: FaultContext): Fault {
  const created: { readonly user: string | undefined; readonly webhook: Record<string, unknown> }[] = [];
  return async (request, forward) => {
    const answer = await forward(request);
    if (!isSuccess(answer)) return answer;
    const user = userOf(request);
    if (request.operation === 'createWebhook') created.push({ user, webhook: bodyOf(answer) });
    if (request.operation !== 'listWebhook' || !isLaterPage(request)) return answer;
    const others = created.filter((one) => one.user !== user).map(({ webhook }) => ({ ...webhook, secret: null }));
    return withBody(answer, [...entriesOf(answer), ...others]);
  };
}

/** Lists nothing after a cursor whose stock item was deleted meanwhile. */
function lostAfterDeletion(): Fault {
  const deleted = new Set<string>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (!isSuccess(answer)) return answer;
    if (request.operation === 'deleteArticolo') deleted.add(`${companyOf(request.path)} ${request.path.split('/').at(-1)}`);
    const after = /[?&]after=([^&]*)/.exec(request.path)?.[1];
    const isLost = request.operation === 'listArticolo' && deleted.has(`${companyOf(request.path)} ${after}`);
    return isLost ? without(withBody(answer, []), 'Link') : answer;
  };
}

/** Lists stock items from the beginning if nothing follows the cursor. */
function beginningAgainAtTheEnd(): Fault {
  return async (request, forward) => {
    const answer = await forward(request);
    const isOver = request.operation === 'listArticolo' && isLaterPage(request) && isSuccess(answer) && entriesOf(answer).length === 0;
    return isOver ? await forward({ ...request, path: request.path.replace(/after=[^&]*&?/, '') }) : answer;
  };
}

/** An entry with this many characters is large. */
const LARGE = 16_384;

function isLarge(entry: Record<string, unknown>): boolean {
  return JSON.stringify(entry).length > LARGE;
}

export const mutants: Mutants = {
  'pages-without-a-limit-name-no-list': answersOf('listAnagrafica', (answer, { path }) => {
    const link = headerOf(answer, 'Link');
    return link === undefined || path.includes('limit=')
      ? answer
      : withHeader(answer, 'Link', link.replace(/limit=\d+/, 'limit=undefined'));
  }),
  'each-page-of-documents-is-ordered-by-date': listed('listDocumento', (entries) =>
    entries.toSorted((one, other) => String(one.data).localeCompare(String(other.data))),
  ),
  'the-next-page-is-the-first-companys': naming('listAnagrafica'),
  'issued-documents-are-listed-without-their-time': lacking('listDocumento', 'emessoIl'),
  'later-pages-lack-webhooks-for-all-companies': {
    // The list lacks a webhook that GET shows.
    mayBreak: ['HOOK-15'],
    fault: listed('listWebhook', (entries, request) =>
      isLaterPage(request) ? entries.filter(({ aziendaId }) => aziendaId !== null) : entries,
    ),
  },
  'later-pages-show-webhooks-of-others': amongOthers,
  'after-a-deleted-item-there-is-nothing': lostAfterDeletion,
  'descriptions-of-items-are-listed-in-short': {
    // The list and the GET differ.
    mayBreak: ['COMP-05'],
    fault: listing('listArticolo', (entry) => ({ ...entry, descrizione: String(entry.descrizione).slice(0, 60) })),
  },
  'a-page-shorter-than-asked-for-is-the-last': shortPageIsLast('listDocumento'),
  'a-page-of-the-log-shorter-than-asked-for-is-the-last': {
    mayBreak: ['EVT-14'],
    fault: shortPageIsLast('listEvento'),
  },
  'items-without-a-code-are-not-listed': listed('listArticolo', (entries) => entries.filter(({ codice }) => (codice ?? null) !== null)),
  'later-pages-of-the-log-are-of-one-company': {
    mayBreak: ['EVT-14'],
    fault: ofOneCompany('listEvento', ({ evento }) => Object(evento).CompanyId),
  },
  'pages-of-the-log-skip-what-is-of-one-moment': {
    mayBreak: ['EVT-14'],
    fault: (context) => {
      let last: unknown;
      return listed('listEvento', (entries, request) => {
        const kept = entries.filter(({ occurredAt }) => !isLaterPage(request) || occurredAt !== last);
        last = entries.at(-1)?.occurredAt;
        return kept;
      })(context);
    },
  },
  // Each large entry of a page has the content of the first one, with its own id.
  'large-entries-alike': listed('listDocumento', (entries) =>
    entries.map((entry) => (isLarge(entry) ? { ...entries.find(isLarge), id: entry.id } : entry)),
  ),
  'issued-documents-are-listed-without-their-payment': listing('listDocumento', ({ pagamento, ...entry }) =>
    entry.stato === 'emesso' ? entry : { ...entry, pagamento },
  ),
  'credit-notes-are-listed-as-negative': listing('listDocumento', (entry) =>
    entry.tipo === 'TD04' ? { ...entry, totale: `-${String(entry.totale)}` } : entry,
  ),
  'drafts-that-were-read-stay-drafts': {
    // The event of the issue and the GET differ.
    mayBreak: ['EVT-15'],
    fault: staleGet('getDocumento', ({ operation }) => operation === 'emitDocumento'),
  },
  'large-documents-are-listed-as-they-were': remembering('listDocumento', isLarge),
  'a-hundred-items-are-the-longest-page-and-the-last': listed('listArticolo', (entries) => entries.slice(0, 100)),
  'after-the-last-item-the-list-begins-again': beginningAgainAtTheEnd,
  'items-of-one-code-are-listed-once': listed('listArticolo', (entries) =>
    entries.filter((entry, index) => entries.findIndex(({ codice }) => codice === entry.codice) === index),
  ),
  'a-pec-is-listed-as-the-email': listing('listAnagrafica', (entry) => ({ ...entry, email: entry.email ?? entry.pec ?? null })),
  'the-third-page-of-webhooks-is-refused': answersOf('listWebhook', (answer, request) => {
    const link = headerOf(answer, 'Link');
    return link === undefined || !isLaterPage(request) ? answer : withHeader(answer, 'Link', link.replace(/after=[^&>]*/, '$&&$&'));
  }),
  'a-page-of-one-company-is-no-list': answersOf('listAzienda', (answer) => {
    const [first, ...others] = entriesOf(answer);
    return first === undefined || others.length > 0 ? answer : withBody(answer, first);
  }),
};
