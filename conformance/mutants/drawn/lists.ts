import { effects, resources } from '../../src/generated/resources.ts';
import { endingEarly, neverEnding, pagesOf, remembering, shortened, withDoubles, withHoles } from '../faults/pages.ts';
import { entriesOf, headerOf, withBody } from '../peer/message.ts';
import { only, type Template } from './template.ts';

const hasObjects: Template['applies'] = ({ id }) => {
  const resource = effects[id]?.resource;
  return resource !== undefined && resources[resource].operations.create !== undefined;
};

/** The list asked for in pages of another length. */
function relimited(change: (limit: number) => number): Template['fault'] {
  return (operation) => () =>
    only(operation, async (request, forward) => {
      const path = request.path.replace(/limit=(\d+)/, (_whole, limit) => `limit=${change(Number(limit))}`);
      return await forward({ ...request, path });
    });
}

/** Faults in what a list shows, and in its pages. */
export const lists: readonly Template[] = [
  { rule: 'COMP-10', name: 'later-pages-lack-an-entry', fault: withHoles },
  { rule: 'COMP-10', name: 'later-pages-repeat-an-entry', fault: withDoubles },
  // The companies of a user may be on two pages.
  { rule: 'COMP-10', name: 'two-pages-are-all', applies: ({ id }) => id !== 'listAzienda', fault: endingEarly },
  {
    rule: 'COMP-10',
    name: 'the-last-page-names-another',
    fault: (operation) => neverEnding(operation, ({ id, evento }) => id ?? (evento as Record<string, unknown>).EventGuid),
  },
  { rule: 'COMP-10', name: 'the-limit-is-not-heeded', fault: relimited(() => 100) },
  { rule: 'COMP-10', name: 'a-page-holds-one-more', fault: relimited((limit) => Math.min(500, limit + 1)) },
  { rule: 'COMP-10', name: 'entries-lack-a-member', applies: hasObjects, fault: shortened },
  { rule: 'COMP-10', name: 'entries-are-old', applies: hasObjects, fault: remembering },
  {
    rule: 'COMP-10',
    name: 'the-newest-is-not-listed',
    applies: hasObjects,
    fault: (operation) =>
      pagesOf(operation, (answer) => (headerOf(answer, 'Link') === undefined ? withBody(answer, entriesOf(answer).slice(0, -1)) : answer)),
  },
];
