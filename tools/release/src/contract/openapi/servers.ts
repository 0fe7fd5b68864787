import { canonical } from '../documents/canonical.ts';
import { compareMembers, exactly } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { note, type Scope, within } from '../model/scope.ts';

const changed = exactly('server-changed');

/** Compares where an API is served, server by server. */
export function compareServers(before: Node, after: Node, scope: Scope): void {
  const [was, is] = [before.items(), after.items()];
  for (const old of was) {
    const url = canonical(old.at('url'));
    const fresh = is.find((server) => canonical(server.at('url')) === url);
    if (fresh) compareServer(old, fresh, within(scope, `server ${url}`));
    else note(scope, 'server-changed', after.path, `the server ${url} is removed`);
  }
  for (const fresh of is) {
    const url = canonical(fresh.at('url'));
    if (!was.some((server) => canonical(server.at('url')) === url)) note(scope, 'server-changed', fresh.path, `the server ${url} is added`);
  }
}

function compareServer(before: Node, after: Node, scope: Scope): void {
  compareMembers(before, after, { ...NOTES, url: changed, variables: compareVariables }, scope);
}

function compareVariables(before: Node, after: Node, scope: Scope): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    compareMembers(before.at(name), after.at(name), { ...NOTES, default: changed, enum: changed }, within(scope, `variable ${name}`));
  }
}
