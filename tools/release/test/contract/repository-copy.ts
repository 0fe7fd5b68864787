import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBaseline } from '../../src/contract/baseline.ts';
import { runChangeset } from '../../src/contract/gate/run-changeset.ts';
import { runCheck } from '../../src/contract/gate/run-check.ts';
import { readCurrentContract } from '../../src/contract/sources/current-contract.ts';
import { REPOSITORY_FOLDER, workspacePackages } from '../../src/repository.ts';
import { type RunResult, runOrFail, runProgram } from '../../src/run-command.ts';
import { EditedSpecs } from './edited-specs.ts';

const CHECK = fileURLToPath(new URL('../../src/contract/gate/check-command.ts', import.meta.url));

/** A copy of all that the check reads of this repository, without changesets; its contract is that of its last release. */
export class RepositoryCopy extends EditedSpecs {
  /** Copies what is not in `specs/`, and records the contract. */
  async prepare(): Promise<void> {
    for (const { folder } of workspacePackages()) this.#copy(join(relative(REPOSITORY_FOLDER, folder), 'package.json'));
    for (const file of ['package.json', 'pnpm-workspace.yaml', '.changeset/config.json']) this.#copy(file);
    await this.record();
  }

  /** Makes the contract as it stands that of the last release. */
  async record(): Promise<void> {
    writeBaseline(this.root, await readCurrentContract(this.root));
  }

  /** Runs check:contract in the copy and in this process, which has its modules already. */
  async check(...args: readonly string[]): Promise<RunResult> {
    return await this.#run(runCheck, args);
  }

  /** Runs the command that writes changesets, in the same way. */
  async changeset(...args: readonly string[]): Promise<RunResult> {
    return await this.#run(runChangeset, args);
  }

  /** Runs git in the copy. */
  async git(...args: readonly string[]): Promise<void> {
    await runOrFail('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: this.root });
  }

  /** Makes the copy a repository whose branch main has one commit. */
  async commitAll(): Promise<void> {
    await this.git('init', '--quiet', '--initial-branch', 'main');
    await this.git('add', '.');
    await this.git('commit', '--quiet', '--message', 'first');
  }

  /** Runs the command in the copy, as a process of its own. */
  async checkAsProcess(...args: readonly string[]): Promise<RunResult> {
    return await runProgram(process.execPath, [CHECK, ...args], { cwd: this.root });
  }

  /** Reads a file below the root. */
  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  /** Removes changesets with the differences that they answer for. */
  forget(...names: readonly string[]): void {
    for (const name of names) {
      for (const ending of ['.md', '.differences']) rmSync(join(this.root, '.changeset', `${name}${ending}`), { force: true });
    }
  }

  /** Writes a file below the root. */
  write(file: string, content: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), content);
  }

  async #run(command: typeof runCheck, args: readonly string[]): Promise<RunResult> {
    const printed = { stdout: '', stderr: '' };
    const exitCode = await command(args, this.root, {
      out: (line) => {
        printed.stdout += `${line}\n`;
      },
      err: (line) => {
        printed.stderr += `${line}\n`;
      },
    });
    return { exitCode, ...printed };
  }

  #copy(file: string): void {
    cpSync(join(REPOSITORY_FOLDER, file), join(this.root, file));
  }
}
