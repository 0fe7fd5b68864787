import { ReleaseError } from '../release-error.ts';

/** What a package's README tells its reader to do first. */
export interface FirstSteps {
  /** The packages of its first install line. */
  readonly install: readonly string[];
  /** Its first program. */
  readonly program: string;
}

const INSTALL = /^\s*(?:npm (?:install|i)|pnpm add|yarn add)((?: +\S+)+)/m;
const PROGRAM = /^```ts\n([\s\S]*?)^```$/m;

/**
 * Reads the first install line and the first TypeScript program of a README.
 *
 * @throws {ReleaseError} with code `readme-unusable` when one is not there
 */
export function firstSteps(name: string, readme: string): FirstSteps {
  const [, args = ''] = INSTALL.exec(readme) ?? [];
  const install =
    args
      .split('#')[0]
      ?.split(/\s+/)
      .filter((word) => word !== '' && !word.startsWith('-')) ?? [];
  const [, program] = PROGRAM.exec(readme) ?? [];
  if (!install.includes(name)) {
    throw new ReleaseError('readme-unusable', `The README of ${name} has no line that installs it; write one: npm install ${name}`);
  }
  if (program === undefined) {
    throw new ReleaseError('readme-unusable', `The README of ${name} has no quick start; write one, in a block that begins with \`\`\`ts.`);
  }
  return { install, program };
}
