import { isMembers, Node } from '../documents/node.ts';

/** How the rows of a register are judged. */
export interface RowJudge {
  readonly both: (name: string, before: Node, after: Node) => void;
  readonly added: (name: string, row: Node) => void;
  readonly removed: (name: string, row: Node) => void;
}

/** Compares the rows of two registers by the member that names them; in an object, by their keys. */
export function compareRows(before: unknown, after: unknown, nameMembers: readonly string[], judge: RowJudge): void {
  const [was, is] = [rowsOf(before, nameMembers), rowsOf(after, nameMembers)];
  for (const [name, old] of was) {
    const fresh = is.get(name);
    if (fresh) judge.both(name, old, fresh);
    else judge.removed(name, old);
  }
  for (const [name, fresh] of is) if (!was.has(name)) judge.added(name, fresh);
}

function rowsOf(register: unknown, nameMembers: readonly string[]): ReadonlyMap<string, Node> {
  const root = Node.of(register);
  if (isMembers(register)) return new Map(root.keys().map((name) => [name, root.at(name)]));
  return new Map(root.items().map((row) => [nameOf(row, nameMembers), row]));
}

function nameOf(row: Node, nameMembers: readonly string[]): string {
  const member = nameMembers.find((name) => row.at(name).exists);
  return member ? String(row.at(member).value) : JSON.stringify(row.value);
}
