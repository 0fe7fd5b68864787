import type { AsyncApiDocument, MessageObject } from '../read/documents.ts';
import type { EventMessage } from './contract.ts';
import { deprecationOf } from './deprecation.ts';
import { resolve } from './resolve.ts';

/** Every event type that a channel carries, in the order of the document. */
export function buildEvents(document: AsyncApiDocument): readonly EventMessage[] {
  const messages = Object.values(document.channels ?? {}).flatMap((channel) => Object.entries(channel.messages ?? {}));
  return messages.map(([key, node]) => buildEvent(document, key, resolve<MessageObject>(document, node)));
}

function buildEvent(document: AsyncApiDocument, key: string, message: MessageObject): EventMessage {
  const { payload = true, examples: [first] = [] } = message;
  return {
    type: message.name ?? key,
    ...(message.summary === undefined ? {} : { summary: message.summary }),
    // AsyncAPI has no keyword for a deprecated message, so its payload carries it.
    ...(typeof payload === 'object' ? deprecationOf(resolve(document, payload)) : {}),
    // A map names only keywords of what the source states.
    level: typeof message['x-chosen'] === 'string' ? 'chosen' : 'stated',
    payload,
    ...(first === undefined ? {} : { example: first.payload }),
  };
}
