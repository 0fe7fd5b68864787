import type { Bundle } from '../../build/bundle.ts';
import type { Finding } from '../finding.ts';
import { isNode } from '../visitor.ts';
import { casesOf, exampleLine, readJson } from './exchange.ts';
import { pointerTo, resolvePointer } from './pointer.ts';
import { asyncApiSchemas } from './schemas.ts';

/** Judges every example of an event by the payload of its message. */
export function checkEvents(document: Bundle, examples: string): readonly Finding[] {
  const check = asyncApiSchemas(document);
  return messagesOf(document).flatMap(({ name, pointer }) =>
    casesOf(examples, name).flatMap((file) =>
      check(`${pointer}/payload`, readJson(file)).map(({ path, message }) => ({
        where: exampleLine(file, path),
        message: `${message}. Correct the example or the contract.`,
      })),
    ),
  );
}

/** The messages of a bundled AsyncAPI document, each with the pointer to it. */
export function messagesOf(document: Bundle): readonly { readonly name: string; readonly pointer: string }[] {
  const channels = isNode(document.channels) ? Object.keys(document.channels) : [];
  return channels.flatMap((channel) => {
    const messages = resolvePointer(document, pointerTo('channels', channel, 'messages'));
    return Object.keys(isNode(messages) ? messages : {}).map((name) => ({
      name,
      pointer: pointerTo('channels', channel, 'messages', name),
    }));
  });
}
