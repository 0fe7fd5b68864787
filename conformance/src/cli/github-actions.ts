import { randomUUID } from 'node:crypto';
import type { Reporter } from './common-options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** In a step of GitHub Actions: annotations in the log, and a summary of the step, where the command line does not ask for them itself. */
export function reportersOfActions(reporters: readonly Reporter[], env: Environment): readonly Reporter[] {
  if (env.GITHUB_ACTIONS !== 'true') return [];
  const file = env.GITHUB_STEP_SUMMARY;
  const annotates = reporters.some(({ kind }) => kind === 'github');
  const isFree = reporters.every((one) => one.file !== undefined || one.kind === 'console');
  return [
    ...(annotates || !isFree ? [] : [{ kind: 'github' } as const]),
    ...(file === undefined || file === '' || reporters.some((one) => one.file === file) ? [] : [{ kind: 'markdown', file } as const]),
  ];
}

/** Text that the runner of GitHub Actions takes no command from: what a target answers stands in it. */
export function withoutCommands(text: string, env: Environment): string {
  if (env.GITHUB_ACTIONS !== 'true') return text;
  const word = randomUUID();
  return `::stop-commands::${word}\n${text}::${word}::\n`;
}
