import { effects, resources } from '../../src/generated/resources.ts';
import { answersOf, listing } from '../faults/exchanges.ts';
import {
  beginningAgain,
  counting,
  endingAt,
  endingEarly,
  neverEnding,
  remembering,
  shortened,
  withDoubles,
  withHoles,
  withoutNext,
} from '../faults/pages.ts';
import { staleList } from '../faults/stale-reads.ts';
import { entriesOf, headerOf, withBody } from '../peer/message.ts';
import { type Applies, type FaultAt, forwardingAt, type Templates } from './template.ts';

const hasObjects: Applies = ({ id }) => {
  const resource = effects[id]?.resource;
  return resource !== undefined && resources[resource].operations.create !== undefined;
};

/** Whether all users of a company see the same list. A webhook belongs only to its creator. */
const isShared: Applies = (operation) => operation.company && effects[operation.id]?.resource !== 'Azienda';

/** The cursor of an entry. */
const cursorOf = ({ id, evento }: Record<string, unknown>): unknown => id ?? (evento as Record<string, unknown>).EventGuid;

/** Requests pages of another length. */
function relimited(change: (limit: number) => number): FaultAt {
  return forwardingAt((request) => {
    const path = request.path.replace(/limit=(\d+)/, (_whole, limit) => `limit=${change(Number(limit))}`);
    return { ...request, path };
  });
}

/** Faults in the entries and pages of lists. */
export const lists: Templates = {
  'COMP-10-later-pages-lack-an-entry': withHoles,
  'COMP-10-later-pages-repeat-an-entry': withDoubles,
  // The companies of a user may fit on two pages.
  'COMP-10-two-pages-are-all': { applies: ({ id }) => id !== 'listAzienda', fault: endingEarly },
  'COMP-10-the-first-page-is-all': withoutNext,
  // A target need not allow more than a hundred companies or webhooks.
  'COMP-10-a-hundred-entries-are-all': {
    applies: ({ id }) => id !== 'listAzienda' && id !== 'listWebhook',
    fault: (operation) => endingAt(operation, 100, cursorOf),
  },
  'COMP-10-the-last-page-names-another': (operation) => neverEnding(operation, cursorOf),
  'COMP-10-the-limit-is-not-heeded': relimited(() => 100),
  'COMP-10-a-page-holds-one-more': relimited((limit) => Math.min(500, limit + 1)),
  'COMP-10-entries-lack-a-member': { applies: hasObjects, fault: shortened },
  'COMP-10-entries-are-old': { applies: hasObjects, fault: remembering },
  'COMP-10-a-deleted-cursor-begins-again': { applies: hasObjects, fault: beginningAgain },
  // The companies of a user do not change.
  'COMP-10-pages-are-counted': {
    applies: ({ id }) => id !== 'listAzienda',
    fault: (operation) => counting(operation, cursorOf),
  },
  'COMP-10-a-keyed-change-is-not-listed': {
    applies: hasObjects,
    fault: (operation) => staleList(operation, (change) => headerOf(change, 'Idempotency-Key') !== undefined),
  },
  'COMP-10-the-tenth-change-is-not-listed': {
    applies: hasObjects,
    fault: (operation) => listing(operation, (entry) => (Number(entry.concurrencyToken) > 9 ? { ...entry, concurrencyToken: 9 } : entry)),
  },
  'COMP-10-a-change-of-another-user-is-not-listed': {
    applies: isShared,
    fault: (operation) => staleList(operation, (_change, isOwn) => !isOwn),
  },
  'COMP-10-the-newest-is-not-listed': {
    applies: hasObjects,
    fault: (operation) =>
      answersOf(operation, (answer) =>
        headerOf(answer, 'Link') === undefined ? withBody(answer, entriesOf(answer).slice(0, -1)) : answer,
      ),
  },
};
