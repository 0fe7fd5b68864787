import { ReleaseError } from './release-error.ts';

/** What cannot be judged ends a command with 2, what is not ready to be published with 1. */
const COULD_NOT_RUN: ReadonlySet<string> = new Set(['bad-argument', 'unreachable']);
const LINES_MAX = 40;

/** Prints why a command failed, and sets the exit code of this process. */
export function failCommand(error: unknown): void {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`${withoutSecrets(shortened(error.message))}\n`);
  process.exitCode = COULD_NOT_RUN.has(error.code) ? 2 : 1;
}

/** The first line, which says what happened, and the last ones, which mostly say why. */
export function shortened(message: string): string {
  const [first = '', ...rest] = message.trimEnd().split('\n');
  const left = rest.length - LINES_MAX;
  return left <= 0 ? message.trimEnd() : [first, `(${left} lines left out)`, ...rest.slice(left)].join('\n');
}

/** A text in which no credential of a registry stands. */
export function withoutSecrets(text: string, env: NodeJS.ProcessEnv = process.env): string {
  const named = Object.entries(env).flatMap(([name, value]) => (/token|password|secret|_auth/i.test(name) && value ? [value] : []));
  return named
    .reduce((redacted, value) => redacted.replaceAll(value, '***'), text)
    .replace(/(_auth(?:Token)?|_password)\s*=\s*\S+/g, '$1=***')
    .replace(/[/][/][^/\s@]+@/g, '//***@');
}
