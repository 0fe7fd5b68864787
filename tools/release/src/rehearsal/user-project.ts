import { type RunningProgram, runOrFail, startProgram } from '../run-command.ts';
import { overNetwork } from './network.ts';
import type { CommandLine, PackageManager } from './package-managers.ts';

/** A folder of somebody who uses the packages, with the package manager of their choice. */
export interface UserProject {
  readonly folder: string;
  readonly manager: PackageManager;
  add(specs: readonly string[]): Promise<void>;
  /** Runs a command of an installed package, which must succeed, and returns what it printed. */
  run(command: string, args: readonly string[]): Promise<string>;
  runLine(line: CommandLine): Promise<string>;
  start(line: CommandLine, environment?: NodeJS.ProcessEnv): RunningProgram;
}

export function userProject(folder: string, manager: PackageManager): UserProject {
  const options = { cwd: folder, env: manager.env };
  const run = ([file, ...args]: CommandLine): Promise<string> => runOrFail(file, args, options);
  return {
    folder,
    manager,
    async add(specs) {
      await overNetwork(() => run(manager.add(specs)));
    },
    run: (command, args) => run(manager.run(command, args)),
    runLine: run,
    start: ([file, ...args], environment) => startProgram(file, args, { ...options, env: { ...manager.env, ...environment } }),
  };
}
