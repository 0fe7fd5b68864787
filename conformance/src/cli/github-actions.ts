import { randomUUID } from 'node:crypto';
import type { Reporter } from './common-options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The reports that a step of GitHub Actions gets by default: annotations in the log, and a summary of the step. */
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

/** The text holds what a target answered, so the runner of GitHub Actions must read no command in it. */
export function withoutCommands(text: string, env: Environment): string {
  if (env.GITHUB_ACTIONS !== 'true') return text;
  const word = randomUUID();
  return `::stop-commands::${word}\n${text}::${word}::\n`;
}
