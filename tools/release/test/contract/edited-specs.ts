import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';

/** One edit of one file below `specs/`: the first place where a text stands gets another; a file may also be written anew. */
export type Edit = readonly [file: string, from: string, to: string] | readonly [file: string, content: string];

const SPECS_LEFT_OUT = ['node_modules', 'dist', 'released', 'test', '.turbo'];

/** A copy of the repository's contract in a folder of its own, to be edited and put back. */
export class EditedSpecs {
  readonly root: string = mkdtempSync(join(tmpdir(), 'contract-'));

  constructor() {
    const specs = join(REPOSITORY_FOLDER, 'specs');
    for (const entry of readdirSync(specs)) {
      if (!SPECS_LEFT_OUT.includes(entry)) cpSync(join(specs, entry), this.path(entry), { recursive: true });
    }
    // What uses which limit is read from the sources of the packages.
    for (const name of ['client', 'server', 'events', 'service']) {
      mkdirSync(join(this.root, 'packages', name), { recursive: true });
      symlinkSync(join(REPOSITORY_FOLDER, 'packages', name, 'src'), join(this.root, 'packages', name, 'src'));
    }
  }

  /** Makes the edits, and undoes them when what depends on them is done. */
  async with<Result>(edits: readonly Edit[], use: () => Promise<Result>): Promise<Result> {
    try {
      for (const edit of edits) this.#apply(edit);
      return await use();
    } finally {
      for (const [file] of edits) this.#putBack(file);
    }
  }

  path(file: string): string {
    return join(this.root, 'specs', file);
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }

  #putBack(file: string): void {
    const original = join(REPOSITORY_FOLDER, 'specs', file);
    if (existsSync(original)) cpSync(original, this.path(file));
    else rmSync(this.path(file));
  }

  #apply([file, from, to]: Edit): void {
    const text = to === undefined ? from : replaced(file, readFileSync(this.path(file), 'utf8'), from, to);
    writeFileSync(this.path(file), text);
  }
}

function replaced(file: string, text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`${file} does not hold "${from}", so the edit would change nothing.`);
  return text.replace(from, () => to);
}
