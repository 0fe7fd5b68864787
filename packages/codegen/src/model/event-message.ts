import type { AsyncApiDocument, MessageObject } from '../read/documents.ts';
import type { EventMessage } from './contract.ts';
import { resolve } from './resolve.ts';

/** Every event type that a channel carries, in the order of the document. */
export function buildEvents(document: AsyncApiDocument): readonly EventMessage[] {
  const messages = Object.values(document.channels ?? {}).flatMap((channel) => Object.entries(channel.messages ?? {}));
  return messages.map(([key, node]) => buildEvent(key, resolve<MessageObject>(document, node)));
}

function buildEvent(key: string, message: MessageObject): EventMessage {
  return {
    type: message.name ?? key,
    ...(message.summary === undefined ? {} : { summary: message.summary }),
    rules: [...(message['x-rules'] ?? [])].sort(),
    level: message['x-chosen'] === undefined ? 'stated' : 'chosen',
    payload: message.payload ?? true,
  };
}
