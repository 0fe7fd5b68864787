/** Lists the statements of a rule's check that neither a mutant nor a variation needs: `pnpm needless IDEM-09`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Command, InputError, isSet, type Program, processTerminal, runProgram, type Terminal } from '@business-cloud/command-line';
import { placesOf } from '../ledger/places.ts';
import { statementsIn } from './statements.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
/** These folders are linked and not copied, because nothing in them changes. */
const LINKED = ['node_modules', 'packages', 'specs', 'tools', 'tsconfig.base.json'];

const needless: Command = {
  name: '',
  operands: ['RULE'],
  summary: 'list the statements of a check whose removal changes no verdict',
  options: [{ name: 'mutants-only', help: 'do not judge the variations: faster, but also lists what only they need' }],
  notes: `It removes one statement at a time from a copy of the check, and judges every mutant that must break the rule. If the check still
catches them all, it judges the variations too. Delete what it lists, or write the mutant that needs it.`,
  examples: ['pnpm needless IDEM-09'],
  async run({ operands: [id = ''], settings }, terminal) {
    const rule = id.toUpperCase();
    const { check } = placesOf(rule);
    if (check === undefined) throw new InputError(`No check judges ${rule}; 'pnpm rule ${rule}' says why.`);
    const copy = copyOfSuite();
    try {
      return await list(rule, join(copy, check), copy, isSet(settings, 'mutants-only') ? ['mutants'] : ['mutants', 'variations'], terminal);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
};

/** A copy in which files of the suite can be changed. Everything else is linked to the repository. */
function copyOfSuite(): string {
  const copy = mkdtempSync(join(tmpdir(), 'needless-'));
  for (const name of LINKED) symlinkSync(join(REPOSITORY, name), join(copy, name));
  const from = join(REPOSITORY, 'conformance');
  cpSync(from, join(copy, 'conformance'), { recursive: true, filter: (path) => !/\/(node_modules|dist|docs)$/.test(path) });
  symlinkSync(join(from, 'node_modules'), join(copy, 'conformance/node_modules'));
  return copy;
}

async function list(rule: string, file: string, copy: string, peers: readonly string[], { out, err }: Terminal): Promise<number> {
  const source = readFileSync(file, 'utf8');
  const before = await misjudged(rule, 'mutants', copy);
  if (before.length > 0) throw new InputError(`${rule} does not catch ${before.join(', ')} as it is; correct that first.`);
  const statements = statementsIn(source);
  let unneeded = 0;
  for (const [index, { line, text: first, without }] of statements.entries()) {
    err(`${index + 1} of ${statements.length}: line ${line}`);
    writeFileSync(file, without);
    if (await isNeeded(rule, copy, peers)) continue;
    unneeded += 1;
    out(`${line}: ${first}`);
  }
  out(`${unneeded} of ${statements.length} statements of ${rule} change no judgement.`);
  return 0;
}

async function isNeeded(rule: string, copy: string, peers: readonly string[]): Promise<boolean> {
  for (const kind of peers) if ((await misjudged(rule, kind, copy)).length > 0) return true;
  return false;
}

/** The services that are judged wrongly. A check that cannot run judges all of them wrongly. */
async function misjudged(rule: string, kind: string, copy: string): Promise<readonly string[]> {
  const script = join(copy, 'conformance/needless/judge-peers.ts');
  const child: ChildProcess = spawn(process.execPath, [script, rule, kind], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const printed = child.stdout === null ? '' : await text(child.stdout);
  if ((await ended) !== 0) return ['everything'];
  return printed.split('\n').filter((line) => line !== '');
}

const program: Program = {
  name: 'pnpm needless',
  summary: needless.summary,
  manifest: new URL('../package.json', import.meta.url),
  commands: [needless],
};
process.exitCode = await runProgram(program, process.argv.slice(2), processTerminal());
