import { parseArgs } from 'node:util';
import { ReleaseError } from '../../release-error.ts';
import { repositoryAround } from '../../repository.ts';
import { checkContract, isEnough } from './check-contract.ts';
import { reportOf } from './report.ts';
import { changesSince } from './since.ts';

/** Where a run writes its lines. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
}

const HELP = `Compares the contract in specs/ with that of the last release. A changeset must answer for every difference: \`pnpm changeset\`
writes it. Prints what is not answered for, and nothing where all is.

Usage: pnpm check:contract [--since REF [--markdown]] [--help]

  --since REF  shows what this branch changes of the contract since it left REF, and judges nothing
  --markdown   as Markdown, for a comment on a pull request

Exit code:
  0  every difference is answered for; with --since, always
  1  a difference is not answered for, or a changeset says too little of those that it answers for
  2  it cannot be told: something cannot be read, or the command line is wrong

Examples:
  pnpm check:contract                        before a commit that touches specs/
  pnpm --silent check:contract --since main  what this branch changes
`;

/** Runs one command line in a folder of a repository, and answers its exit code. */
export async function runCheck(argv: readonly string[], folder: string, output: Output): Promise<number> {
  try {
    const { help, since, markdown } = parse(argv);
    if (help) {
      output.out(HELP.trimEnd());
      return 0;
    }
    const root = repositoryAround(folder);
    if (since !== undefined) {
      for (const line of await changesSince(root, since, markdown ? 'markdown' : 'text')) output.out(line);
      return 0;
    }
    const check = await checkContract(root);
    for (const line of reportOf(check)) output.err(line);
    return isEnough(check) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    output.err(error.message);
    return 2;
  }
}

function parse(argv: readonly string[]): { help: boolean; since: string | undefined; markdown: boolean } {
  const options = {
    help: { type: 'boolean', short: 'h', default: false },
    since: { type: 'string' },
    markdown: { type: 'boolean', default: false },
  } as const;
  try {
    const { help, since, markdown } = parseArgs({ args: [...argv], options }).values;
    if (since !== undefined || !markdown) return { help, since, markdown };
  } catch {
    // Said below.
  }
  throw new ReleaseError(
    'bad-argument',
    `check:contract takes --since REF, with it --markdown, and --help, and was given "${argv.join(' ')}".`,
  );
}
