import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, nodeOf, nodesOf } from '../lint/visitor.ts';
import type { Bundle } from './bundle.ts';

/**
 * Puts into each example of a message the signature that its delivery would carry, over the bytes of its file, with the secret and the time
 * that `x-example-signature` of the header names. The header has the first of them as its own example.
 */
export function signExamples(events: Bundle, examples: string): Bundle {
  const signed = structuredClone(events);
  for (const [type, message] of messagesOf(signed)) {
    for (const [name, header] of headersOf(message)) {
      const { secret, t } = nodeOf(header['x-example-signature']);
      if (typeof secret !== 'string' || typeof t !== 'number') continue;
      const signatures = nodesOf(message.examples).map((example) => {
        const body = readFileSync(join(examples, type, `${String(example.name)}.json`));
        const signature = `t=${t},v2=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`;
        Object.assign(example, { headers: { ...nodeOf(example.headers), [name]: signature } });
        return signature;
      });
      Object.assign(header, { examples: header.examples ?? signatures.slice(0, 1) });
    }
  }
  return signed;
}

/** The messages of all channels, by the names of their types. */
export function messagesOf(events: Bundle): readonly (readonly [string, Node])[] {
  const channels = Object.values(nodeOf(events.channels)).map((channel) => nodeOf(nodeOf(channel).messages));
  return channels.flatMap((messages) => Object.entries(messages).map(([type, message]) => [type, nodeOf(message)] as const));
}

/** The headers of a message, which its traits describe. */
export function headersOf(message: Node): readonly (readonly [string, Node])[] {
  const properties = nodesOf(message.traits).map(({ headers }) => nodeOf(nodeOf(headers).properties));
  return properties.flatMap((headers) => Object.entries(headers).map(([name, header]) => [name, nodeOf(header)] as const));
}
