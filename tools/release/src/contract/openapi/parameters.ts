import { compareMembers, exactlyOr, passOver } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { note, within } from '../model/scope.ts';
import { type ApiScope, compareSchemaOf } from './api-scope.ts';
import { markChanged } from './marks.ts';
import { compareMediaTypes } from './media-types.ts';

/** Compares the parameters of an operation with those of its path, by where they stand and their names. */
export function compareParameters(before: readonly Node[], after: readonly Node[], scope: ApiScope): void {
  const [was, is] = [parametersOf(before), parametersOf(after)];
  for (const [name, old] of was) {
    const fresh = is.get(name);
    if (fresh) compareParameter(old, fresh, { ...scope, ...within(scope, titleOf(fresh)) });
    else note(scope, 'request-member-removed', after.at(-1)?.at('parameters').path ?? [], `${titleOf(old)} is removed`);
  }
  for (const [name, fresh] of is) {
    if (was.has(name)) continue;
    const isRequired = fresh.at('required').value === true;
    const text = `${isRequired ? 'required' : 'optional'} ${titleOf(fresh)} is added`;
    note(scope, isRequired ? 'request-member-demanded' : 'request-member-added', fresh.path, text);
  }
}

/** The parameters of an operation replace those of its path. The first place is the path, whose last member name is its template. */
function parametersOf(places: readonly Node[]): ReadonlyMap<string, Node> {
  const template = places[0]?.path.at(-1) ?? '';
  const parameters = places.flatMap((place) => place.at('parameters').items());
  return new Map(parameters.map((parameter) => [keyOf(parameter, template), parameter]));
}

/** What makes it the same parameter: a header's name in any case, the place of one in the path. */
function keyOf(parameter: Node, template: string): string {
  const [place, name] = [parameter.at('in').value, String(parameter.at('name').value)];
  if (place === 'path' && template.includes(`{${name}}`)) return `path ${template.split(`{${name}}`)[0]?.split('{').length}`;
  return `${String(place)} ${place === 'header' ? name.toLowerCase() : name}`;
}

function titleOf(parameter: Node): string {
  return `${String(parameter.at('in').value)} parameter ${String(parameter.at('name').value)}`;
}

function compareParameter(before: Node, after: Node, scope: ApiScope): void {
  compareMembers(
    before,
    after,
    {
      ...NOTES,
      name: compareName,
      in: passOver,
      required: () => compareRequired(before, after, scope),
      schema: (was, is) => compareSchemaOf(was, is, scope, 'request'),
      content: (was, is) => compareMediaTypes(was, is, scope, 'request'),
      style: exactlyOr(usualStyle(after), 'request-changed'),
      explode: compareExplode,
      allowReserved: exactlyOr(false, 'request-changed'),
      allowEmptyValue: exactlyOr(false, 'request-changed'),
      'x-header-word': markChanged,
      'x-set-by': markChanged,
    },
    scope,
  );
  function compareName(was: Node, is: Node): void {
    if (after.at('in').value !== 'path' || was.value === is.value) return;
    note(scope, 'path-parameter-renamed', is.path, `name was ${String(was.value)}, is ${String(is.value)}`);
  }
  /** Lists are written as one value for each entry in the style "form", and as one value otherwise. */
  function compareExplode(_was: Node, is: Node): void {
    const [old, fresh] = [before, after].map((one) => one.at('explode').value ?? (one.at('style').value ?? usualStyle(one)) === 'form');
    if (old !== fresh) note(scope, 'request-changed', is.path, `explode was ${String(old)}, is ${String(fresh)}`);
  }
}

/** How a parameter is written whose style is not stated. */
function usualStyle(parameter: Node): string {
  return ['query', 'cookie'].includes(String(parameter.at('in').value)) ? 'form' : 'simple';
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
