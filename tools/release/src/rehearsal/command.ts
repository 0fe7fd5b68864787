import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failCommand } from '../command-exit.ts';
import { ReleaseError } from '../release-error.ts';
import { REPOSITORY_FOLDER } from '../repository.ts';
import { endPrograms, runProgram } from '../run-command.ts';
import { readVerifiedManifest } from '../tarballs/manifest.ts';
import { commitOf, hasUncommittedChanges } from './commit-copy.ts';
import { linkNode, machineRegistry, PACKAGE_MANAGER_NAMES, type PackageManagerName, packageManager } from './package-managers.ts';
import { DEFAULT_TARBALL_FOLDER, markPassed } from './passed.ts';
import { rehearse, stepCount } from './rehearse.ts';
import { createSteps } from './steps.ts';
import { summary } from './summary.ts';
import { userProject } from './user-project.ts';

const HELP = `Rehearses a release: packs the last commit once, publishes the tarballs to a registry on this machine, and does what users do
with npm, pnpm and yarn. Nothing in the repository changes but tools/release/packed, where the tarballs are afterwards.

  --from FOLDER   rehearse the tarballs that an earlier rehearsal left there, in place of packing anew
  --only NAME     npm, pnpm or yarn alone, for a closer look: what passes so cannot be published
  --keep          keep the temporary folder in which everything happens

Examples:
  pnpm release:rehearse
  pnpm release:rehearse --only pnpm --keep
  pnpm release:rehearse --from tools/release/packed

Exit status: 0 it passed, 1 it did not, 2 it could not be run.
`;

interface Arguments {
  readonly from: string | undefined;
  readonly managers: readonly PackageManagerName[];
  readonly keep: boolean;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  failCommand(error);
}
// Whatever a failed step has left open would keep this process alive.
process.exit();

async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const { from, managers, keep } = parseArguments(argv);
  if (from !== undefined) await readVerifiedManifest(from);
  const commit = from === undefined ? await lastCommit() : undefined;
  const othersRegistry = await reachableRegistry();
  const workFolder = temporaryFolder(keep);
  const binFolder = join(workFolder, 'bin');
  await linkNode(binFolder);
  const steps = createSteps(stepCount({ commit, managers }), (line) => process.stdout.write(`${line}\n`));
  const tarballFolder = from ?? DEFAULT_TARBALL_FOLDER;
  const rehearsed = await rehearse({ workFolder, tarballFolder, commit, managers, othersRegistry, binFolder, steps });
  const complete = managers.length === PACKAGE_MANAGER_NAMES.length;
  if (complete) await markPassed(tarballFolder);
  const versions = new Map(await Promise.all(managers.map(async (name) => [name, await versionOf(name, workFolder, binFolder)] as const)));
  process.stdout.write(summary({ ...rehearsed, results: steps.results, managers: versions, tarballFolder }));
  const next = complete ? 'The rehearsal passed; pnpm release:publish publishes these bytes.' : `Passed with ${managers.join()} alone.`;
  process.stdout.write(`\n${next}\n`);
}

/** @throws {ReleaseError} with code `bad-argument` */
function parseArguments(argv: readonly string[]): Arguments {
  try {
    const options = { from: { type: 'string' }, only: { type: 'string' }, keep: { type: 'boolean', default: false } } as const;
    const { from, only, keep } = parseArgs({ args: [...argv], options }).values;
    const managers = PACKAGE_MANAGER_NAMES.filter((name) => only === undefined || only === name);
    if (managers.length === 0) throw new Error(`--only must be one of ${PACKAGE_MANAGER_NAMES.join(', ')}, not ${only}`);
    return { from: from && resolve(process.env.INIT_CWD ?? '.', from), managers, keep };
  } catch (error) {
    throw new ReleaseError('bad-argument', `${error instanceof Error ? error.message : error}. See pnpm release:rehearse --help.`);
  }
}

/** @throws {ReleaseError} with code `bad-argument` */
async function lastCommit(): Promise<string> {
  const commit = await commitOf(REPOSITORY_FOLDER, 'HEAD');
  if (commit === undefined)
    throw new ReleaseError('bad-argument', `${REPOSITORY_FOLDER} has no commit to pack; clone the repository with git.`);
  if (await hasUncommittedChanges(REPOSITORY_FOLDER)) {
    process.stderr.write('There are changes that are not committed: they are not rehearsed.\n');
  }
  return commit;
}

/** @throws {ReleaseError} with code `unreachable` */
async function reachableRegistry(): Promise<string> {
  const registry = await machineRegistry(REPOSITORY_FOLDER);
  const { exitCode, stderr } = await runProgram('npm', ['view', 'typescript', 'version'], { cwd: REPOSITORY_FOLDER });
  if (exitCode === 0) return registry;
  throw new ReleaseError(
    'unreachable',
    `The registry ${registry} does not answer; check the network, or npm config get registry.\n${stderr}`,
  );
}

/** Is removed however this process ends, after the programs that work in it. */
function temporaryFolder(keep: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-rehearsal-'));
  process.on('exit', () => {
    endPrograms();
    if (keep) process.stdout.write(`The temporary folder is ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

async function versionOf(name: PackageManagerName, workFolder: string, binFolder: string): Promise<string> {
  const manager = packageManager({ name, cacheFolder: join(workFolder, name, 'cache'), binFolder });
  return `${name} ${(await userProject(workFolder, manager).runLine(manager.version())).trim()}`;
}
