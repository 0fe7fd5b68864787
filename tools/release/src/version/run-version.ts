import { parseArgs } from 'node:util';
import { BASELINE_FOLDER } from '../contract/baseline.ts';
import { checkContract, isEnough } from '../contract/gate/check-contract.ts';
import { reportOf } from '../contract/gate/report.ts';
import type { Output } from '../contract/gate/run-check.ts';
import { ReleaseError } from '../release-error.ts';
import { repositoryAround } from '../repository.ts';
import { runOrFail } from '../run-command.ts';
import { versionPackages } from './version-packages.ts';

const HELP = `Makes the next versions: checks the contract, turns the changesets into versions and changelogs, records the contract, regenerates.

Usage: pnpm release:version [--help]

  It changes package.json and CHANGELOG.md of the packages, removes the changesets with their differences, and replaces ${BASELINE_FOLDER}/.
  It publishes and commits nothing.

Exit code:
  0  done: read the difference, commit it
  1  no changeset answers for a difference, or one says too little; nothing was changed
  2  it cannot be done: there is no changeset, something cannot be read, or the command line is wrong

Example:
  pnpm release:version && git diff --stat
`;

/** Runs one command line and answers its exit code. */
export async function runVersion(argv: readonly string[], output: Output): Promise<number> {
  try {
    if (wantsHelp(argv)) {
      output.out(HELP.trimEnd());
      return 0;
    }
    return await release(repositoryAround(process.cwd()), output);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    output.err(error.message);
    return 2;
  }
}

async function release(root: string, output: Output): Promise<number> {
  output.out('1/3 compares the contract with that of the last release');
  const check = await checkContract(root);
  if (!isEnough(check)) {
    for (const line of reportOf(check)) output.err(line);
    return 1;
  }
  output.out('2/3 makes versions and changelogs, and records the contract');
  const { version } = await versionPackages(root);
  output.out('3/3 generates what names the version');
  await runOrFail('npx', ['-y', 'pnpm@12', 'generate'], { cwd: root });
  output.out(`The contract is version ${version} now. Read \`git diff\`, then commit all of it together.`);
  return 0;
}

function wantsHelp(argv: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...argv], options: { help: { type: 'boolean', short: 'h', default: false } } }).values.help;
  } catch {
    throw new ReleaseError('bad-argument', `release:version takes no arguments but --help, and was given "${argv.join(' ')}".`);
  }
}
