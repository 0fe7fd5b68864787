import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ContractError } from './contract-error.ts';

/** A YAML or JSON file of the contract that knows the lines of what stands in it. */
export class SourceFile {
  /** Relative to the folder of the contract. */
  readonly file: string;
  readonly #document: ReturnType<typeof parseDocument>;
  readonly #lines = new LineCounter();

  /** @throws {ContractError} for a file that is missing or is not well-formed */
  constructor(folder: string, file: string) {
    this.file = file;
    this.#document = parseDocument(textOf(folder, file), { lineCounter: this.#lines });
    const [fault] = this.#document.errors;
    if (fault === undefined) return;
    const where = `${file}:${this.#lines.linePos(fault.pos[0]).line}`;
    throw new ContractError([{ where, message: `It is not well-formed: ${fault.message.split('\n')[0]} Correct the file.` }]);
  }

  get content(): unknown {
    return this.#document.toJS();
  }

  /** The line of the member or entry that a path leads to, as far as there is something: `problems.yaml:12`. */
  at(...path: readonly (string | number)[]): string {
    let node: unknown = this.#document.contents;
    let offset = offsetOf(node);
    for (const step of path) {
      const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step)) : undefined;
      const entry = isSeq(node) ? node.items[Number(step)] : undefined;
      if (pair === undefined && entry === undefined) break;
      node = pair === undefined ? entry : pair.value;
      offset = offsetOf(pair === undefined ? entry : pair.key);
    }
    return `${this.file}:${Math.max(1, this.#lines.linePos(offset).line)}`;
  }
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function textOf(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    throw new ContractError([{ where: file, message: 'It is missing or cannot be read. Put it back.' }]);
  }
}
