import type { Plugin, UserContext } from '@redocly/openapi-core';

/** The names that documents may use. */
export interface KnownNames {
  readonly problems: ReadonlySet<string>;
}

type Visitor = (node: object, context: UserContext) => void;

/** What every document must satisfy before anything is generated from it. */
export const CONTRACT_RULES = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'contract/names': 'error',
  'contract/asks-for-token': 'error',
} as const;

/** Redocly refuses a channel without an address, which AsyncAPI 3 allows; the AsyncAPI parser checks the shape of that document. */
export const ASYNC_RULES = { struct: 'off' } as const;

/** The contract's own checks as Redocly rules: the walk over all files, and the place of each finding, are Redocly's. */
export function contractPlugin(known: KnownNames): Plugin {
  const carriesProblems = names('x-problems', known.problems, 'problems.yaml has no code');
  return {
    id: 'contract',
    rules: { oas3: { names: () => ({ Response: carriesProblems }), 'asks-for-token': asksForToken } },
  };
}

/** Reports every entry of a list that is not a known name, at its own line. */
function names(member: string, known: ReadonlySet<string>, complaint: string): Visitor {
  return (node, context) => {
    const list: unknown = Reflect.get(node, member);
    if (!Array.isArray(list)) return;
    for (const [index, name] of list.entries()) {
      if (known.has(name)) continue;
      context.report({ message: `${complaint} ${String(name)}.`, location: context.location.child([member, index]) });
    }
  };
}

/**
 * Every operation but authenticate, which answers the token, asks for one. The client has a method for nothing else, and the service would
 * not know whose objects are meant.
 */
function asksForToken(): { Root: Visitor; Operation: Visitor } {
  let whole: unknown;
  return {
    Root: (node) => {
      whole = Reflect.get(node, 'security');
    },
    Operation: (node, context) => {
      const { operationId, security = whole }: { operationId?: unknown; security?: unknown } = node;
      const alternatives = Array.isArray(security) ? security : [];
      if (operationId === 'authenticate' || (alternatives.length > 0 && alternatives.every((schemes) => 'bearer' in Object(schemes))))
        return;
      const message = `${String(operationId)} asks for no bearer token, so the client could not call it. Add bearer to its security.`;
      context.report({ message, location: context.location.child(['security' in node ? 'security' : 'operationId']).key() });
    },
  };
}
