import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, InputError } from '#command-line';
import { standInFiles } from './stand-in-files.ts';

/** What a package may be called without being published: a part of the name of every folder that is sensible. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,213}$/;

export const initCommand: Command = {
  name: 'init',
  operands: ['FOLDER'],
  summary: 'write a stand-in: a small service with its test by the conformance suite',
  options: [],
  notes: 'FOLDER is made, or it is empty. Nothing that exists is written over. Its last part is the name of the package.',
  examples: ['business-cloud-server init my-stand-in', 'cd my-stand-in && npm install && npm test && npm start'],
  async run({ operands: [given = ''] }, { out }) {
    const folder = resolve(given);
    const name = basename(folder);
    if (!NAME.test(name))
      throw new InputError(`FOLDER must end in small letters, digits and hyphens, such as my-stand-in. It is ${given}.`);
    await makeEmpty(folder, given);
    for (const [path, text] of Object.entries(standInFiles({ name, ...(await ownVersions()) }))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text, { flag: 'wx' });
      out(`written: ${join(given, path)}`);
    }
    out(`Next: cd ${given}, npm install, npm test, npm start`);
    return 0;
  },
};

/** @throws {InputError} when something is there */
async function makeEmpty(folder: string, given: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    throw new InputError(`${given} cannot be made a folder (${codeOf(error)}). Name another one.`);
  }
  throw new InputError(`${given} is not empty. Name a folder that is not there yet.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** The versions that this package was made with. */
async function ownVersions(): Promise<{ readonly version: string; readonly fastify: string }> {
  const { version, dependencies } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return { version, fastify: dependencies.fastify };
}
