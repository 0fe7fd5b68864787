import { parseArgs } from 'node:util';
import { ReleaseError } from '../../release-error.ts';
import { repositoryAround } from '../../repository.ts';
import { needsReason } from '../changesets/answers.ts';
import { checkAnswers, checkContract } from './check-contract.ts';
import { complaintOf } from './report.ts';
import type { Output } from './run-check.ts';
import { type ChangesetRequest, writeChangeset } from './write-changeset.ts';

const HELP = `Writes the changeset that answers for what a change of specs/ means: packages, bumps, a text to put in your words, and
beside it, in a file that ends with .differences, the differences to the last release that it answers for.

Usage: pnpm changeset [NAME] [--force-removal REASON] [--help]

  NAME                    what the changeset is called. If there is one of this name, only its differences are brought up to date
  --force-removal REASON  why an operation leaves that was not deprecated, or leaves before its sunset

Exit code:
  0  written, or there is nothing to answer for
  1  an operation is removed that was not deprecated, or before its sunset, and no reason is given
  2  it cannot be told: something cannot be read, or the command line is wrong

Examples:
  pnpm changeset                   after an edit of specs/
  pnpm changeset longer-names      the same, with a name of your own
  pnpm exec changeset              for a change that is not one of the contract
`;

/** Runs one command line in a folder of a repository, and answers its exit code. */
export async function runChangeset(argv: readonly string[], folder: string, output: Output): Promise<number> {
  try {
    const request = parse(argv);
    if (request === 'help') {
      output.out(HELP.trimEnd());
      return 0;
    }
    return await write(repositoryAround(folder), request, output);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    output.err(error.message);
    return 2;
  }
}

async function write(root: string, request: ChangesetRequest, output: Output): Promise<number> {
  const check = await checkContract(root);
  if (check.unanswered.length === 0) {
    output.out('Every difference of the contract is answered for. `pnpm exec changeset` asks for packages and text of another change.');
    return 0;
  }
  const removal = check.unanswered.find(needsReason);
  if (removal && request.reason === undefined) {
    output.err(
      `${removal.text}, and no release says that its sunset is over. Deprecate it first and wait for its sunset (D-19), or say why it cannot wait: --force-removal '<reason>'.`,
    );
    return 1;
  }
  const files = writeChangeset(root, check, request);
  const { understatements } = await checkAnswers(root, check.released, check.differences);
  for (const one of understatements) output.out(complaintOf(one));
  output.out(`Wrote ${files.join(', and ')}${files.length > 1 ? ', whose text is to be put in your words' : ''}.`);
  return 0;
}

function parse(argv: readonly string[]): ChangesetRequest | 'help' {
  const options = { help: { type: 'boolean', short: 'h', default: false }, 'force-removal': { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    if (values.help) return 'help';
    const [name, ...others] = positionals;
    const reason = values['force-removal']?.trim();
    if (others.length === 0 && /^[a-z0-9][a-z0-9.-]*$/.test(name ?? 'contract') && reason !== '') return { name, reason };
  } catch {
    // Said below.
  }
  throw new ReleaseError(
    'bad-argument',
    `pnpm changeset takes a name in lower case, --force-removal with a reason and --help, and was given "${argv.join(' ')}".`,
  );
}
