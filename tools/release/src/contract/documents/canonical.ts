import { createHash } from 'node:crypto';
import { isReference, type Node } from './node.ts';

/** What stands at a node as text, the same for everything that means the same: members sorted, references replaced by what they lead to. */
export function canonical(node: Node, leading: readonly string[] = []): string {
  const { written } = node;
  if (isReference(written)) {
    const { $ref } = written;
    if (leading.includes($ref)) return `"${$ref}"`;
    const beside = Object.keys(written).filter((key) => key !== '$ref');
    const target = canonical(node.follow($ref), [...leading, $ref]);
    return beside.length === 0 ? target : `[${target},${JSON.stringify(written)}]`;
  }
  if (Array.isArray(written))
    return `[${node
      .items()
      .map((item) => canonical(item, leading))
      .join(',')}]`;
  if (typeof written !== 'object' || written === null) return JSON.stringify(written) ?? 'undefined';
  const members = [...node.keys()].sort().map((key) => `${JSON.stringify(key)}:${canonical(node.at(key), leading)}`);
  return `{${members.join(',')}}`;
}

const SHOWN_CHARACTERS_MAX = 120;

/** What stands at a node, for a message. What is cut off is told by a hash, so that two that differ are told apart. */
export function shown(node: Node): string {
  if (!node.exists) return 'absent';
  return shortened(canonical(node), SHOWN_CHARACTERS_MAX);
}

/** A text of at most so many characters, and after them a hash of the whole where it is longer. */
export function shortened(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text.slice(0, charactersMax)}… #${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}
