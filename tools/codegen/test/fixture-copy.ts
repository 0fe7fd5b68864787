import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The contract of the tests: small, and with every kind of schema that the generator understands. */
export const FIXTURE: string = join(import.meta.dirname, 'fixture');

export interface Copy extends AsyncDisposable {
  /** A copy of the fixture, under the same folder name. */
  readonly specs: string;
  /** A folder for output, which does not exist yet. */
  readonly out: string;
  /** Replaces text that must stand in a file of the copy. */
  edit(file: string, from: string, to: string): Promise<void>;
}

/** A copy of the fixture in a folder of its own, gone at the end of the scope. */
export async function copyFixture(): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'codegen-'));
  const specs = join(root, 'fixture');
  await cp(FIXTURE, specs, { recursive: true });
  return {
    specs,
    out: join(root, 'generated'),
    async edit(file, from, to) {
      const text = await readFile(join(specs, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
      await writeFile(join(specs, file), text.replace(from, to));
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
