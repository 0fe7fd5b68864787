import { parseArgs } from 'node:util';
import { ReleaseError } from '../release-error.ts';
import { repositoryAround } from '../repository.ts';
import { checkContract } from './check-contract.ts';

/** Where a run writes its lines. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
}

const HELP = `Compares the contract in specs/ with that of the last release, and says what the changesets must say.

Usage: pnpm check:contract [--help]

  It takes no options. It reads specs/, the recorded contract in specs/released/, and the pending changesets in .changeset/.

Exit code:
  0  nothing changed, or the changesets say enough
  1  a changeset is missing or says too little; the one to write is printed
  2  it cannot be told: something cannot be read, or the command line is wrong

Examples:
  pnpm check:contract                  before a commit that touches specs/
  npx -y pnpm@12 check:contract        the same on a fresh clone
`;

/** Runs one command line in a folder of a repository, and answers its exit code. */
export async function runCheck(argv: readonly string[], folder: string, output: Output): Promise<number> {
  try {
    if (wantsHelp(argv)) {
      output.out(HELP.trimEnd());
      return 0;
    }
    const { isEnough, report } = await checkContract(repositoryAround(folder));
    for (const line of report) (isEnough ? output.out : output.err)(line);
    return isEnough ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    output.err(error.message);
    return 2;
  }
}

function wantsHelp(argv: readonly string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...argv], options: { help: { type: 'boolean', short: 'h', default: false } } });
    return values.help;
  } catch {
    throw new ReleaseError('bad-argument', `check:contract takes no arguments but --help, and was given "${argv.join(' ')}".`);
  }
}
