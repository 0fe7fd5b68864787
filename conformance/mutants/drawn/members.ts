import type { OperationId } from '../../src/generated/operations.ts';
import { effects, resources } from '../../src/generated/resources.ts';
import { staleGet } from '../faults/stale-reads.ts';
import { bodyOf, type Call, type Forward, headerOf, isSuccess, withBody } from '../peer/message.ts';
import { type Applies, type FaultAt, forwardingAt, only, type Templates } from './template.ts';

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Changes each value of a body at every depth before it is stored. Undefined removes the value. */
function keeping(keep: (value: unknown) => unknown): FaultAt {
  const kept = (value: unknown): unknown => {
    if (Array.isArray(value)) return (keep(value) as readonly unknown[]).map(kept);
    return isMembers(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kept(inner)])) : keep(value);
  };
  return forwardingAt((request) => withBody(request, kept(bodyOf(request))));
}

/** Whether objects of the resource have nested members. */
const isNested: Applies = ({ id }) => isUpdate({ id }) && Object.values(shownOf(id)).some(isMembers);

function isUpdate({ id }: { readonly id: OperationId }): boolean {
  return effects[id]?.kind === 'update';
}

function shownOf(id: OperationId): Members {
  const effect = effects[id];
  return (effect && resources[effect.resource].shown) ?? {};
}

/** Adds the previous values of nested members that the PUT leaves out. */
async function merged(request: Call, forward: Forward): Promise<Call> {
  const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
  const shown = await forward({ method: 'GET', path: request.path, headers, body: '' });
  const before: Members = isSuccess(shown) ? bodyOf(shown) : {};
  const members = Object.entries(bodyOf(request)).map(([name, value]) => {
    const old = before[name];
    return [name, isMembers(value) && isMembers(old) ? { ...old, ...value } : value];
  });
  return withBody(request, Object.fromEntries(members));
}

function readOf(update: OperationId): OperationId {
  const effect = effects[update];
  return (effect && resources[effect.resource].operations.read) ?? 'getAnagrafica';
}

/** Faults in how members are stored and read. */
export const members: Templates = {
  'RES-01-a-zero-is-nothing': keeping((value) => (typeof value === 'string' && value !== '' && Number(value) === 0 ? undefined : value)),
  // Half a surrogate pair could not be stored.
  'RES-01-texts-are-cut-by-their-units': keeping((value) =>
    typeof value === 'string' && value.length > 66 ? value.slice(0, 66).replace(/[\ud800-\udbff]$/, '') : value,
  ),
  'RES-01-lists-are-cut': {
    applies: ({ id }) => ['createDocumento', 'updateDocumento'].includes(id),
    fault: keeping((value) => (Array.isArray(value) ? value.slice(0, 40) : value)),
  },
  'RES-01-merges-what-is-inside': {
    applies: isNested,
    fault: (operation) => () => only(operation, async (request, forward) => await forward(await merged(request, forward))),
  },
  'RES-01-a-keyed-change-is-not-read': {
    applies: isUpdate,
    fault: (operation) => staleGet(readOf(operation), (change) => headerOf(change, 'Idempotency-Key') !== undefined),
  },
  'RES-01-a-change-of-another-user-is-not-read': {
    // A webhook belongs only to its creator.
    applies: ({ id, company }) => company && isUpdate({ id }),
    fault: (operation) => staleGet(readOf(operation), (_change, isOwn) => !isOwn),
  },
  'COMP-08-what-another-user-deleted-is-read': {
    applies: ({ id, company }) => company && effects[id]?.kind === 'read' && effects[id]?.of === undefined,
    fault: (operation) => staleGet(operation, (change, isOwn) => change.method === 'DELETE' && !isOwn),
  },
};
