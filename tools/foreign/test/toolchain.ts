import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/** The programs that tests ask of a machine: how to ask each whether it is there, and what to install where it is not. */
const PROGRAMS = {
  java: { probe: ['javac', '-version'], install: 'a Java development kit (17 or later)' },
  maven: { probe: ['mvn', '--version'], install: 'Maven' },
  go: { probe: ['go', 'version'], install: 'Go (1.26 or later)' },
  python: { probe: ['python3', '-c', 'import ensurepip, venv'], install: 'Python (3.11 or later) with its module venv' },
  rust: { probe: ['cargo', '--version'], install: 'Rust (1.85 or later) with cargo' },
  npm: { probe: ['npm', '--version'], install: 'npm' },
} as const;

/** Skips a test on a machine that lacks what it needs, and says what to install. */
export function needs(context: TestContext, ...programs: readonly (keyof typeof PROGRAMS)[]): void {
  const lacking = programs.map((name) => PROGRAMS[name]).filter(({ probe: [command, ...args] }) => spawnSync(command, args).status !== 0);
  context.skip(lacking.length > 0, `Install ${lacking.map(({ install }) => install).join(' and ')}.`);
}
