import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY_FOLDER } from '../repository.ts';
import { runOrFail } from '../run-command.ts';
import type { Tarball } from '../tarballs/manifest.ts';
import type { RunningDemo } from './demo.ts';
import { firstSteps } from './readme.ts';
import type { UserProject } from './user-project.ts';

/** The programs of the READMEs, as a user has them. */
export interface QuickStarts {
  /** What the READMEs say to install. */
  readonly install: readonly string[];
  /** What they take for granted: the compiler, and the types of Node. */
  readonly tools: readonly string[];
  readonly programs: readonly QuickStart[];
}

interface QuickStart {
  /** `client` of `@business-cloud/client`. */
  readonly name: string;
  readonly program: string;
}

const DRIVERS = join(import.meta.dirname, 'programs');

/** Reads the quick starts from the READMEs inside the tarballs: what the pages of the packages will show. */
export async function readQuickStarts(folder: string, tarballs: readonly Tarball[]): Promise<QuickStarts> {
  const install = new Set<string>();
  const programs: QuickStart[] = [];
  for (const { name, file } of tarballs) {
    const readme = await runOrFail('tar', ['-xOf', join(folder, file), 'package/README.md'], { cwd: folder });
    const steps = firstSteps(name, readme);
    for (const spec of steps.install) install.add(spec);
    programs.push({ name: name.replace(/^.*[/]/, ''), program: steps.program });
  }
  return { install: [...install], tools: await compiler(), programs };
}

/** The compiler that this repository is checked with. */
async function compiler(): Promise<readonly string[]> {
  const installed = async (name: string): Promise<string> => {
    const manifest = JSON.parse(await readFile(join(REPOSITORY_FOLDER, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name}@${manifest.version}`;
  };
  return Promise.all(['typescript', '@types/node'].map(installed));
}

/** Writes each program as `client.ts`, with `use-client.ts` beside it: what somebody does with it. */
export async function writeQuickStarts(project: UserProject, { programs }: QuickStarts): Promise<void> {
  for (const { name, program } of programs) await writeFile(join(project.folder, `${name}.ts`), program);
  for (const file of await readdir(DRIVERS)) await copyFile(join(DRIVERS, file), join(project.folder, file));
}

const COMPILER_OPTIONS = [
  ['--noEmit', '--strict', '--skipLibCheck', 'false', '--allowImportingTsExtensions', '--resolveJsonModule'],
  ['--target', 'es2024', '--module', 'nodenext', '--types', 'node'],
].flat();

/** Compiles the programs against the types of the installed packages. */
export async function typeCheck(project: UserProject, { programs }: QuickStarts): Promise<void> {
  await project.run('tsc', [...COMPILER_OPTIONS, ...programs.flatMap(({ name }) => [`${name}.ts`, `use-${name}.ts`])]);
}

/** Runs each program, with a started service for those that call one. */
export async function runQuickStarts(project: UserProject, { programs }: QuickStarts, { ready, configFile }: RunningDemo): Promise<void> {
  for (const { name } of programs) {
    const env = { ...project.manager.env, CONFORMANCE_CONFIG: configFile, RUNNING_SERVICE: ready };
    await runOrFail('node', [`use-${name}.ts`], { cwd: project.folder, env });
  }
}
