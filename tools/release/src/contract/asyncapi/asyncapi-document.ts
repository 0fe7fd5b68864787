import { compareDialect } from '../documents/dialect.ts';
import { compareMembers, compareNamed, exactly, passOver } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { INFO, NOTES } from '../documents/notes.ts';
import { compareTypeNames } from '../documents/type-names.ts';
import type { Change } from '../model/change.ts';
import { note, type Scope, within } from '../model/scope.ts';
import { compareSchemes } from '../openapi/security.ts';
import { compareMessage } from './message.ts';

const changed = exactly('delivery-changed');

/** Compares two bundled AsyncAPI documents. Events go one way, to their receivers. */
export function compareAsyncApi(part: string, before: Node, after: Node): readonly Change[] {
  const scope: Scope = { changes: [], area: 'events', part, subject: '' };
  const compared = new Set<string>();
  compareMembers(
    before,
    after,
    {
      ...NOTES,
      asyncapi: compareDialect,
      info: (was, is) => compareMembers(was, is, INFO, scope),
      defaultContentType: changed,
      channels: compareChannels,
      operations: compareOperations,
      components: compareComponents,
    },
    scope,
  );
  return scope.changes;

  function compareChannels(was: Node, is: Node): void {
    compareNamed(was, is, {
      both: (name, old, fresh) => compareMembers(old, fresh, CHANNEL, within(scope, `channel ${name}`)),
      added: (name, node) => note(scope, 'event-added', node.path, `the channel ${name} is added`),
      removed: (name, node) => note(scope, 'event-removed', node.path, `the channel ${name} is removed`),
    });
    compareMessages(messagesOf(was), messagesOf(is), is.path);
  }

  function compareMessages(was: Messages, is: Messages, place: readonly string[]): void {
    for (const [name, old] of was) {
      const fresh = is.get(name);
      if (fresh) compareMessage(old, fresh, within(scope, name), compared);
      else note(scope, 'event-removed', place, `the event ${name} is removed`);
    }
    for (const [name, fresh] of is) if (!was.has(name)) note(scope, 'event-added', fresh.path, `the event ${name} is added`);
  }

  function compareComponents(was: Node, is: Node): void {
    compareSchemes(was.at('securitySchemes'), is.at('securitySchemes'), scope);
    compareTypeNames(was.at('schemas'), is.at('schemas'), scope);
  }
}

type Messages = ReadonlyMap<string, Node>;

const CHANNEL = { ...NOTES, address: changed, servers: changed, parameters: changed, bindings: changed, messages: passOver };

const OPERATION = {
  ...NOTES,
  action: changed,
  // The channel and its messages are compared on their own, so only which channel it is counts here.
  channel: (before: Node, after: Node, scope: Scope): void => changed(named(before), named(after), scope),
  messages: (before: Node, after: Node, scope: Scope): void => changed(named(before), named(after), scope),
  // The schemes are compared among the components.
  security: (before: Node, after: Node, scope: Scope): void => changed(named(before), named(after), scope),
  bindings: changed,
};

function compareOperations(before: Node, after: Node, scope: Scope): void {
  compareNamed(before, after, {
    both: (name, was, is) => compareMembers(was, is, OPERATION, within(scope, name)),
    added: (name, node) => note(scope, 'delivery-changed', node.path, `the operation ${name} is added`),
    removed: (name, node) => note(scope, 'delivery-changed', node.path, `the operation ${name} is removed`),
  });
}

/** The references themselves, not what they lead to. */
function named(node: Node): Node {
  return node.absent(node.path).beside(node.path.at(-1) ?? '', JSON.stringify(node.written));
}

function messagesOf(channels: Node): Messages {
  const found = channels.keys().flatMap((channel) => {
    const messages = channels.at(channel, 'messages');
    return messages.keys().map((name): [string, Node] => [name, messages.at(name)]);
  });
  return new Map(found);
}
