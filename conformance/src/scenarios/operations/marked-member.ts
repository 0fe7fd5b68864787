import type { CheckContext } from '../../model/check-context.ts';
import type { Json } from '../../model/json.ts';
import { isSameName } from '../values/texts.ts';
import { variableMember, varied } from './documents.ts';
import type { Thing } from './thing.ts';

/** The member of an object whose value tells one PUT from another. */
export interface MarkedMember {
  readonly name: string;
  /** The mark that it was created with. */
  readonly created: string;
  /** The value that a PUT of this mark writes. */
  readonly valueOf: (mark: string) => Json;
  /** The mark of a shown value; undefined if it has none. */
  readonly markOf: (shown: Json | undefined) => string | undefined;
}

/** The name of an object, or a member of a configured body that can be varied; undefined if it has neither. */
export async function markedMember(context: CheckContext, object: Thing): Promise<MarkedMember | undefined> {
  const { resource, draft, company } = object;
  if (resource.label !== undefined && draft?.label !== undefined) return namedBy(resource.label, draft.label);
  const member = draft !== undefined && resource.name === 'Documento' ? await variableMember(context, company) : undefined;
  return draft === undefined || member === undefined ? undefined : variedIn(context, draft.body, member);
}

function namedBy(name: string, created: string): MarkedMember {
  return {
    name,
    // A target may show a name in another case.
    created: created.toLowerCase(),
    valueOf: (mark) => mark,
    markOf: (shown) => (typeof shown === 'string' ? shown.toLowerCase() : undefined),
  };
}

/** Each mark has its own value, which the target may write differently. */
function variedIn(context: CheckContext, body: StoredBody, name: string): MarkedMember {
  const created = context.fresh();
  const values = new Map<string, Json>([[created, body[name] ?? null]]);
  return {
    name,
    created,
    valueOf: (mark) => {
      const value = values.get(mark) ?? varied(context, body, name)[name] ?? null;
      values.set(mark, value);
      return value;
    },
    markOf: (shown) => [...values].find(([, value]) => isSameValue(shown, value))?.[0],
  };
}

type StoredBody = NonNullable<Thing['draft']>['body'];

/** A number stays the same with other decimals, and as a text. */
function isSameValue(shown: Json | undefined, written: Json): boolean {
  if (shown === undefined || shown === null || shown === '') return false;
  return isSameName(String(shown), String(written)) || Number(shown) === Number(written);
}
