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

/** What stands at a node, for a message. */
export function shown(node: Node): string {
  if (!node.exists) return 'absent';
  const text = canonical(node);
  return text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}…` : text;
}
