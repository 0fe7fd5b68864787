import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrFail } from '../run-command.ts';
import { SCOPE } from './registry.ts';

export const PACKAGE_MANAGER_NAMES = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManagerName = (typeof PACKAGE_MANAGER_NAMES)[number];

/** A command line: the program first. */
export type CommandLine = readonly [string, ...string[]];

/** How people say the same three things to different package managers. */
export interface PackageManager {
  readonly name: PackageManagerName;
  readonly env: NodeJS.ProcessEnv;
  version(): CommandLine;
  /** Adds packages to the project of the working directory. */
  add(specs: readonly string[]): CommandLine;
  /** Runs a command of an installed package. */
  run(command: string, args: readonly string[]): CommandLine;
  /** Runs the command of a package that no project has installed. */
  runOnce(name: string, args: readonly string[]): CommandLine;
}

interface PackageManagerInput {
  readonly name: PackageManagerName;
  /** What it downloads and remembers is kept here, so that it meets no earlier rehearsal of the same version. */
  readonly cacheFolder: string;
  /** The first folder of its path: the Node that this process runs on is in it. */
  readonly binFolder: string;
}

export function packageManager({ name, cacheFolder, binFolder }: PackageManagerInput): PackageManager {
  const env = userEnvironment(binFolder);
  const pnpm: CommandLine = ['npx', '-y', 'pnpm@12'];
  // Yarn 4, because Yarn 1 gets no more than security fixes. This package holds all of it, so that npm alone brings it.
  const yarn: CommandLine = ['npx', '-y', '-p', '@yarnpkg/cli-dist@4', 'yarn'];
  const managers: Record<PackageManagerName, PackageManager> = {
    npm: {
      name,
      env: { ...env, npm_config_cache: cacheFolder, npm_config_update_notifier: 'false' },
      version: () => ['npm', '--version'],
      add: (specs) => ['npm', 'install', '--no-audit', '--no-fund', ...specs],
      run: (command, args) => ['npx', command, ...args],
      runOnce: (published, args) => ['npx', '-y', published, ...args],
    },
    pnpm: {
      name,
      env: { ...env, XDG_CACHE_HOME: cacheFolder, XDG_DATA_HOME: cacheFolder, XDG_STATE_HOME: cacheFolder },
      version: () => [...pnpm, '--version'],
      add: (specs) => [...pnpm, 'add', ...specs],
      run: (command, args) => [...pnpm, 'exec', command, ...args],
      runOnce: (published, args) => [...pnpm, 'dlx', published, ...args],
    },
    yarn: {
      name,
      env: { ...env, YARN_GLOBAL_FOLDER: cacheFolder },
      version: () => [...yarn, '--version'],
      add: (specs) => [...yarn, 'add', ...specs],
      run: (command, args) => [...yarn, 'run', command, ...args],
      runOnce: (published, args) => [...yarn, 'dlx', '-q', published, ...args],
    },
  };
  return managers[name];
}

interface Registries {
  /** Where our packages come from. */
  readonly scoped: string;
  /** Where all others come from. */
  readonly others: string;
}

/** Makes an empty project, which knows nothing but where packages come from. */
export async function createProject(folder: string, { scoped, others }: Registries): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true, type: 'module' })}\n`);
  await writeFile(join(folder, '.npmrc'), `${SCOPE}:registry=${scoped}/\n`);
  // By default pnpm and Yarn take no version that is less than a day old, and ours is seconds old.
  await writeFile(join(folder, 'pnpm-workspace.yaml'), `${JSON.stringify({ minimumReleaseAgeExclude: [`${SCOPE}/*`] })}\n`);
  // Yarn reads no .npmrc.
  const yarn = {
    enableImmutableInstalls: false,
    enableTelemetry: false,
    nodeLinker: 'node-modules',
    npmPreapprovedPackages: [`${SCOPE}/*`],
    npmRegistryServer: others,
    npmScopes: { [SCOPE.slice(1)]: { npmRegistryServer: scoped } },
    unsafeHttpWhitelist: ['127.0.0.1'],
  };
  await writeFile(join(folder, '.yarnrc.yml'), `${JSON.stringify(yarn)}\n`);
  await writeFile(join(folder, 'yarn.lock'), '');
}

/** Makes a folder for the path whose `node` is the Node of this process. */
export async function linkNode(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await symlink(process.execPath, join(folder, 'node'));
}

/** The registry that this machine takes packages from. */
export async function machineRegistry(cwd: string): Promise<string> {
  return (await runOrFail('npm', ['config', 'get', 'registry'], { cwd })).trim();
}

/** The environment of somebody who is not in this repository: without what the package manager that runs this script put there. */
export function userEnvironment(binFolder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(p?npm_|init_cwd$|node_options$|node_path$)/i.test(name) || isRegistrySetting(name),
  );
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: [binFolder, ...path].join(':') };
}

function isRegistrySetting(name: string): boolean {
  return /^npm_config_(registry|userconfig|\/\/.*)$/i.test(name);
}
