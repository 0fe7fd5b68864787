import { parseArgs } from 'node:util';
import { failCommand } from '../command-exit.ts';
import { ReleaseError } from '../release-error.ts';
import { REPOSITORY_FOLDER } from '../repository.ts';
import { parts, stages } from './parts.ts';
import { PASSED_FILE } from './passed-parts.ts';
import { pnpmScript, runParts } from './run-parts.ts';

const HELP = `Runs what takes long: the rehearsal, the packed packages, the tools of others, the matrix and the chaos experiments. A part whose
files have not changed since it passed is left out: ${PASSED_FILE} says with which files each part passed. Commit that file.

  PART ...   only these: ${parts.map(({ name }) => name).join(', ')}
  --all      what has passed before too, as it must be before a release

Examples:
  pnpm exhaustive
  pnpm exhaustive processes chaos
  pnpm exhaustive --all

Exit status: 0 all passed, 1 one failed, 2 bad arguments.
`;

const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  if (process.argv.includes('--help')) process.stdout.write(HELP);
  else {
    const { names, all } = parseArguments(process.argv.slice(2));
    const chosen = stages.map((stage) => stage.filter(({ name }) => names.length === 0 || names.includes(name)));
    await runParts({ root: REPOSITORY_FOLDER, stages: chosen, all, write, runScript: pnpmScript(REPOSITORY_FOLDER) });
  }
} catch (error) {
  failCommand(error);
}

/** @throws {ReleaseError} with code `bad-argument` */
function parseArguments(args: readonly string[]): { readonly names: readonly string[]; readonly all: boolean } {
  const known = parts.map(({ name }) => name);
  try {
    const options = { all: { type: 'boolean', default: false } } as const;
    const { values, positionals: names } = parseArgs({ args: [...args], options, allowPositionals: true });
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`There is no part ${unknown}; there are ${known.join(', ')}`);
    return { names, all: values.all };
  } catch (error) {
    throw new ReleaseError('bad-argument', `${error instanceof Error ? error.message : error}. See pnpm exhaustive --help.`);
  }
}
