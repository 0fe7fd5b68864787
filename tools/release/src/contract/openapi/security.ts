import { compareMembers, compareNamed, exactly, notUnderstood } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { note, type Scope, within } from '../model/scope.ts';

const changed = exactly('security-scheme-changed');

const SCHEME = {
  ...NOTES,
  type: changed,
  in: changed,
  name: compareName,
  scheme: changed,
  flows: changed,
  openIdConnectUrl: changed,
  bearerFormat: exactly('wording'),
  'x-header-word': changed,
};

/** Only the name of a header means the same in upper and lower case; what else is in its place is told by "in". */
function compareName(before: Node, after: Node, scope: Scope): void {
  if (String(before.value).toLowerCase() !== String(after.value).toLowerCase()) changed(before, after, scope);
}

/** Compares how credentials travel. */
export function compareSchemes(before: Node, after: Node, scope: Scope): void {
  compareNamed(before, after, {
    both: (name, was, is) => compareMembers(was, is, SCHEME, within(scope, `security scheme ${name}`)),
    // A scheme that nothing demands is no change; one that is demanded is reported where it is.
    added: () => {},
    removed: (name, node) => note(scope, 'security-scheme-changed', node.path, `the security scheme ${name} is removed`),
  });
}

/** One way to be allowed: all of these credentials, each with its scopes. */
type Requirement = ReadonlySet<string>;

/** Compares which credentials an operation demands: each entry of the list is a way of its own. */
export function compareSecurity(before: Node, after: Node, scope: Scope): void {
  if (![before, after].every(isUnderstood)) {
    notUnderstood(before, after, scope);
    return;
  }
  const [was, is] = [requirementsOf(before), requirementsOf(after)];
  const refused = was.filter((way) => !is.some((other) => isPartOf(other, way)));
  const gained = is.filter((way) => !was.some((other) => isPartOf(other, way)));
  const text = `security was ${named(was)}, is ${named(is)}`;
  if (refused.length > 0) note(scope, 'security-tightened', after.path, text);
  else if (gained.length > 0 || named(was) !== named(is)) note(scope, 'security-relaxed', after.path, text);
}

function isUnderstood(security: Node): boolean {
  return security.items().every((way) => way.keys().every((name) => Array.isArray(way.at(name).value)));
}

/** No list, or an empty one, demands nothing. */
function requirementsOf(node: Node): readonly Requirement[] {
  const ways = node.items().map((way) => new Set(way.keys().flatMap((name) => [name, ...scopesOf(way, name)])));
  return ways.length > 0 ? ways : [new Set()];
}

function scopesOf(way: Node, name: string): readonly string[] {
  return way
    .at(name)
    .items()
    .map(({ value }) => `${name} for ${String(value)}`);
}

function isPartOf(part: Requirement, whole: Requirement): boolean {
  return [...part].every((credential) => whole.has(credential));
}

function named(ways: readonly Requirement[]): string {
  return ways
    .map((way) => [...way].sort().join(' and ') || 'none')
    .sort()
    .join(', or ');
}
