/** Prints where a rule lives: `pnpm rule IDEM-09`. */
import { styleText } from 'node:util';
import { ledger } from '../src/cli/ledger/ledger.ts';
import { rules } from '../src/generated/rules.ts';
import { placesOf } from './places.ts';

const [id = ''] = process.argv.slice(2);
const rule = rules.find((one) => one.id === id.toUpperCase());
if (rule === undefined) {
  process.stderr.write(`${id === '' ? 'Name a rule' : `There is no rule ${id}`}, such as: pnpm rule IDEM-09\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(described(rule));
}

function described(found: (typeof rules)[number]): string {
  const { statement, check, scenarios, mutants } = placesOf(found.id);
  const killed = ledger([found])[0]?.mutants ?? [];
  const lines = [
    `${styleText('bold', found.id)} (${found.level}, ${found.role}) ${found.clause}`,
    found.statement,
    '',
    ['statement', statement],
    ['check', check ?? (found.unobservable === undefined ? 'none yet' : `none: ${found.unobservable}`)],
    ...scenarios.map((path) => ['scenario', path]),
    ['mutants', mutants ?? 'none of its own'],
    ...killed.map((name) => ['', name]),
    ['binds', found.operations.join(', ')],
  ];
  return lines
    .map((line) => (typeof line === 'string' ? line : `${(line[0] ?? '').padEnd(10)}${line[1]}`))
    .join('\n')
    .concat('\n');
}
