import { effects, resources } from '../../src/generated/resources.ts';
import {
  beginningAgain,
  counting,
  endingAt,
  endingEarly,
  neverEnding,
  pagesOf,
  remembering,
  shortened,
  withDoubles,
  withHoles,
  withoutNext,
} from '../faults/pages.ts';
import { staleList } from '../faults/stale-reads.ts';
import { entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';
import { only, type Template } from './template.ts';

const hasObjects: Template['applies'] = ({ id }) => {
  const resource = effects[id]?.resource;
  return resource !== undefined && resources[resource].operations.create !== undefined;
};

/** Whether all users of a company see the same list. A webhook belongs only to its creator. */
const isShared: Template['applies'] = (operation) => operation.company && effects[operation.id]?.resource !== 'Azienda';

/** The cursor of an entry. */
const cursorOf = ({ id, evento }: Record<string, unknown>): unknown => id ?? (evento as Record<string, unknown>).EventGuid;

/** Requests pages of another length. */
function relimited(change: (limit: number) => number): Template['fault'] {
  return (operation) => () =>
    only(operation, async (request, forward) => {
      const path = request.path.replace(/limit=(\d+)/, (_whole, limit) => `limit=${change(Number(limit))}`);
      return await forward({ ...request, path });
    });
}

/** Faults in the entries and pages of lists. */
export const lists: readonly Template[] = [
  { rule: 'COMP-10', name: 'later-pages-lack-an-entry', fault: withHoles },
  { rule: 'COMP-10', name: 'later-pages-repeat-an-entry', fault: withDoubles },
  // The companies of a user may fit on two pages.
  { rule: 'COMP-10', name: 'two-pages-are-all', applies: ({ id }) => id !== 'listAzienda', fault: endingEarly },
  { rule: 'COMP-10', name: 'the-first-page-is-all', fault: withoutNext },
  // A target need not allow more than a hundred companies or webhooks.
  {
    rule: 'COMP-10',
    name: 'a-hundred-entries-are-all',
    applies: ({ id }) => id !== 'listAzienda' && id !== 'listWebhook',
    fault: (operation) => endingAt(operation, 100, cursorOf),
  },
  {
    rule: 'COMP-10',
    name: 'the-last-page-names-another',
    fault: (operation) => neverEnding(operation, cursorOf),
  },
  { rule: 'COMP-10', name: 'the-limit-is-not-heeded', fault: relimited(() => 100) },
  { rule: 'COMP-10', name: 'a-page-holds-one-more', fault: relimited((limit) => Math.min(500, limit + 1)) },
  { rule: 'COMP-10', name: 'entries-lack-a-member', applies: hasObjects, fault: shortened },
  { rule: 'COMP-10', name: 'entries-are-old', applies: hasObjects, fault: remembering },
  { rule: 'COMP-10', name: 'a-deleted-cursor-begins-again', applies: hasObjects, fault: beginningAgain },
  // The companies of a user do not change.
  {
    rule: 'COMP-10',
    name: 'pages-are-counted',
    applies: ({ id }) => id !== 'listAzienda',
    fault: (operation) => counting(operation, cursorOf),
  },
  {
    rule: 'COMP-10',
    name: 'a-keyed-change-is-not-listed',
    applies: hasObjects,
    fault: (operation) => staleList(operation, (change) => headerOf(change, 'Idempotency-Key') !== undefined),
  },
  {
    rule: 'COMP-10',
    name: 'the-tenth-change-is-not-listed',
    applies: hasObjects,
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const answer = await forward(request);
        if (!isSuccess(answer)) return answer;
        const entries = entriesOf(answer);
        return withBody(
          answer,
          entries.map((entry) => (Number(entry.concurrencyToken) > 9 ? { ...entry, concurrencyToken: 9 } : entry)),
        );
      }),
  },
  {
    rule: 'COMP-10',
    name: 'a-change-of-another-user-is-not-listed',
    applies: isShared,
    fault: (operation) => staleList(operation, (_change, isOwn) => !isOwn),
  },
  {
    rule: 'COMP-10',
    name: 'the-newest-is-not-listed',
    applies: hasObjects,
    fault: (operation) =>
      pagesOf(operation, (answer) => (headerOf(answer, 'Link') === undefined ? withBody(answer, entriesOf(answer).slice(0, -1)) : answer)),
  },
];
