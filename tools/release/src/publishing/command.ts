import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failCommand } from '../command-exit.ts';
import { DEFAULT_TARBALL_FOLDER } from '../rehearsal/passed.ts';
import { ReleaseError } from '../release-error.ts';
import { publish } from './publish.ts';

const HELP = `Publishes the tarballs that passed the rehearsal, byte by byte, with npm publish. In CI they are published with provenance.

  --from FOLDER   the folder of the tarballs (default: tools/release/packed, where pnpm release:rehearse leaves them)
  --dry-run       say what would be published, and publish nothing

Examples:
  pnpm release:publish --dry-run
  pnpm release:publish --from release-tarballs

Exit status: 0 published, 1 refused or failed, 2 bad arguments.
`;

interface Arguments {
  readonly folder: string;
  readonly dryRun: boolean;
}

try {
  if (process.argv.includes('--help')) process.stdout.write(HELP);
  else {
    const provenance = process.env.CI === 'true';
    await publish({ ...parseArguments(process.argv.slice(2)), provenance, write: (line) => process.stdout.write(`${line}\n`) });
  }
} catch (error) {
  failCommand(error);
}

/** @throws {ReleaseError} with code `bad-argument` */
function parseArguments(args: readonly string[]): Arguments {
  try {
    const options = { from: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;
    const { from, 'dry-run': dryRun } = parseArgs({ args: [...args], options }).values;
    return { folder: from === undefined ? DEFAULT_TARBALL_FOLDER : resolve(process.env.INIT_CWD ?? '.', from), dryRun };
  } catch (error) {
    throw new ReleaseError('bad-argument', `${error instanceof Error ? error.message : error}. See pnpm release:publish --help.`);
  }
}
