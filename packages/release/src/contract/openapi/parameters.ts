import { compareMembers, exactly, passOver } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { note, within } from '../model/scope.ts';
import { type ApiScope, compareSchemaOf } from './api-scope.ts';
import { markChanged } from './marks.ts';
import { compareMediaTypes } from './media-types.ts';

const changed = exactly('request-changed');

/** Compares the parameters of an operation with those of its path, by where they stand and their names. */
export function compareParameters(before: readonly Node[], after: readonly Node[], scope: ApiScope): void {
  const [was, is] = [parametersOf(before), parametersOf(after)];
  for (const [name, old] of was) {
    const fresh = is.get(name);
    if (fresh) compareParameter(old, fresh, { ...scope, ...within(scope, name) });
    else note(scope, 'request-member-removed', after.at(-1)?.at('parameters').path ?? [], `${name} is removed`);
  }
  for (const [name, fresh] of is) {
    if (was.has(name)) continue;
    const isRequired = fresh.at('required').value === true;
    const text = `${isRequired ? 'required' : 'optional'} ${name} is added`;
    note(scope, isRequired ? 'request-member-demanded' : 'request-member-added', fresh.path, text);
  }
}

/** The parameters of an operation replace those of its path. */
function parametersOf(places: readonly Node[]): ReadonlyMap<string, Node> {
  const parameters = places.flatMap((place) => place.at('parameters').items());
  return new Map(
    parameters.map((parameter) => [`${String(parameter.at('in').value)} parameter ${String(parameter.at('name').value)}`, parameter]),
  );
}

function compareParameter(before: Node, after: Node, scope: ApiScope): void {
  compareMembers(
    before,
    after,
    {
      ...NOTES,
      name: passOver,
      in: passOver,
      required: () => compareRequired(before, after, scope),
      schema: (was, is) => compareSchemaOf(was, is, scope, 'request'),
      content: (was, is) => compareMediaTypes(was, is, scope, 'request'),
      style: changed,
      explode: changed,
      allowReserved: changed,
      allowEmptyValue: changed,
      'x-header-word': markChanged,
      'x-set-by': markChanged,
    },
    scope,
  );
}

/** Compares whether something of a request must be there. */
export function compareRequired(before: Node, after: Node, scope: ApiScope): void {
  const [was, is] = [before, after].map((node) => node.at('required').value === true);
  if (was === is) return;
  note(
    scope,
    is ? 'request-narrowed' : 'request-widened',
    after.at('required').path,
    is ? 'was optional, is required' : 'was required, is optional',
  );
}
