import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReleaseError } from '../release-error.ts';
import { hashOfInputs, isEdited } from './inputs.ts';
import type { Part } from './parts.ts';
import { notePassed, PASSED_FILE, readPassed } from './passed-parts.ts';

/** What is run, and how. */
export interface RunInput {
  readonly root: string;
  readonly stages: readonly (readonly Part[])[];
  /** Run what has passed with these inputs too. */
  readonly all: boolean;
  readonly write: (line: string) => void;
  /** Runs a script of the root, and answers its exit code. */
  readonly runScript: (script: string, args: readonly string[]) => Promise<number>;
}

/** Runs a script of the root package, whose output goes where that of this process goes. */
export function pnpmScript(root: string): RunInput['runScript'] {
  return async (script, args) => {
    const options: SpawnOptions = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
    const [exitCode] = await once(spawn('pnpm', [script, ...args], options), 'close');
    return exitCode ?? 1;
  };
}

/**
 * Runs the parts whose inputs have changed since they passed, stage by stage, and notes which have passed.
 *
 * @throws {ReleaseError} with code `part-failed`, after the stage in which one failed
 */
export async function runParts(input: RunInput): Promise<void> {
  const { root, stages, write } = input;
  const passed = input.all ? {} : await readPassed(root);
  const edited = await isEdited(root);
  if (edited) write(`There are changes that are not committed, so ${PASSED_FILE} will not be written.`);
  for (const stage of stages) {
    const hashes = new Map<Part, string>();
    for (const part of stage) {
      const hash = await hashOfInputs(part, root);
      if (passed[part.name] === hash && !edited) write(`${part.name}: passed with these inputs before`);
      else hashes.set(part, hash);
    }
    await runStage(input, [...hashes.keys()]);
    if (!edited) for (const [{ name }, hash] of hashes) await notePassed(root, name, hash);
  }
}

async function runStage({ runScript, write }: RunInput, parts: readonly Part[]): Promise<void> {
  const scripts = Map.groupBy(parts, ({ script }) => script);
  const failed = await Promise.all(
    [...scripts].map(async ([script, ofScript]) => {
      const names = ofScript.map(({ name }) => name).join(', ');
      const startedAt = performance.now();
      write(`${names}: started`);
      const exitCode = await runScript(
        script,
        ofScript.flatMap(({ args }) => args),
      );
      write(`${names}: ${exitCode === 0 ? 'passed' : 'failed'} after ${Math.round((performance.now() - startedAt) / 1000)} s`);
      return exitCode === 0 ? [] : [`pnpm ${script}`];
    }),
  );
  if (failed.flat().length > 0) throw new ReleaseError('part-failed', `Failed: ${failed.flat().join(', ')}. What each printed is above.`);
}
