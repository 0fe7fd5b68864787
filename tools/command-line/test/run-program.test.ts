import { expect, test } from 'vitest';
import { type Command, choiceOf, InputError, isSet, numberOf, type Program, requiredOf, runProgram, textsOf } from '../src/index.ts';

const paint: Command = {
  name: 'paint',
  operands: ['WALL'],
  summary: 'paint a wall',
  options: [
    { name: 'colour', value: 'NAME', help: 'which colour' },
    { name: 'coats', value: 'N', help: 'how many coats' },
    { name: 'tool', value: 'NAME', multiple: true, help: 'what with' },
    { name: 'dry', help: 'without paint' },
  ],
  examples: ['decorate paint north --colour white'],
  async run({ operands, settings }, terminal) {
    const colour = requiredOf(settings, 'colour', 'the colour');
    const coats = numberOf(settings, 'coats', -1, 3);
    terminal.out(JSON.stringify([...operands, colour, coats, textsOf(settings, 'tool'), isSet(settings, 'dry')]));
    return 7;
  },
};

const toolList: Command = {
  name: 'tool list',
  summary: 'print the tools',
  options: [{ name: 'sort', value: 'HOW', help: 'up or down' }],
  examples: ['decorate tool list'],
  async run({ settings }) {
    if (choiceOf(settings, 'sort', ['up', 'down']) === 'down') throw new RangeError('no tools to sort');
    return 0;
  },
};

const hire: Command = {
  name: 'hire',
  operands: ['NAME', '[DAY]'],
  rest: 'TOOL...',
  summary: 'have somebody do it',
  options: [],
  notes: 'Whoever is hired brings the tools.',
  examples: ['decorate hire Ada'],
  async run({ operands, rest }, terminal) {
    terminal.out(JSON.stringify({ operands, rest }));
    return 0;
  },
};

const program: Program = {
  name: 'decorate',
  manifest: new URL('../package.json', import.meta.url),
  summary: 'paints and papers',
  commands: [paint, toolList, hire],
  notes: 'WALL is a point of the compass.',
  explain: (error) => (error instanceof RangeError ? `explained: ${error.message}` : undefined),
};

async function run(args: readonly string[], runs: Program = program) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runProgram(runs, args, { ...terminal, env: {}, signal: new AbortController().signal });
  return { code, out: out.join('\n'), err };
}

test('a command gets its operands and options, and its result is the exit code', async () => {
  expect(
    await run(['paint', 'north', '--colour', 'red', '--colour', 'white', '--coats', '-1', '--tool', 'a,b', '--tool=c', '--dry']),
  ).toEqual({
    code: 7,
    out: '["north","white",-1,["a,b","c"],true]',
    err: [],
  });
});

test('the help of the program names every command, with an example of each', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  expect(out).toBe(`decorate: paints and papers

Commands:
  paint WALL                  paint a wall
  tool list                   print the tools
  hire NAME [DAY] -- TOOL...  have somebody do it
  completion SHELL            print the completion for bash, zsh, fish

WALL is a point of the compass.

\`decorate help COMMAND\` shows the options of a command, \`decorate --version\` its version.

Examples:
  decorate paint north --colour white
  decorate tool list
  decorate hire Ada`);
});

test.for([
  ['tool', 'list', '-h'],
  ['tool', 'list', '--sort', 'x', '--help'],
  ['help', 'tool', 'list'],
])('the help of a command names its options: %j', async (args) => {
  expect(await run(args)).toEqual({
    code: 0,
    out: 'decorate tool list: print the tools\n\nOptions:\n  --sort HOW  up or down\n\nExamples:\n  decorate tool list',
    err: [],
  });
});

test('the help wraps long texts, and ends with what else the command says', async () => {
  const long = {
    name: 'day',
    value: 'DAY',
    help: 'the first day on which all of the walls are dry and all of the furniture is out of the room',
  };
  const { out } = await run(['hire', '--help'], { ...program, commands: [{ ...hire, options: [long] }] });
  expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect(out).toContain(hire.notes);
});

test.for(['help', '--help', '-h'])('%s without a command is the help of the program', async (word) => {
  expect((await run([word])).out).toContain('Commands:');
});

test('--version prints the version of the package', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, out: '0.0.0', err: [] });
});

test('an operand in brackets may be left out, and words behind -- are passed on as they are', async () => {
  expect((await run(['hire', 'Ada'])).out).toBe('{"operands":["Ada"]}');
  expect((await run(['hire', 'Ada', 'Monday', '--', 'brush', '--dry', '--help'])).out).toBe(
    '{"operands":["Ada","Monday"],"rest":["brush","--dry","--help"]}',
  );
  expect(await run(['paint', 'north', '--', 'brush'])).toMatchObject({ code: 2, out: '' });
});

test.for<[readonly string[], string]>([
  [[], 'No command is given; give one of paint, tool list, hire, or --help.'],
  [['dance'], 'There is no command dance; give one of paint, tool list, hire.'],
  [['pant', 'north'], 'There is no command pant north; did you mean paint?'],
  [['tool', 'lits'], 'There is no command tool lits; did you mean tool list?'],
  [['help', 'pant'], 'There is no command pant; did you mean paint?'],
  [['pant', '--help'], 'There is no command pant; did you mean paint?'],
  [['completion', 'bsh'], 'There is no completion for bsh; did you mean bash?'],
  [['paint'], 'WALL is missing; see --help.'],
  [['paint', 'north', 'south'], 'south is one argument too many; see --help.'],
  [['paint', 'north'], '--colour is missing: give the colour.'],
  [['paint', 'north', '--color', 'red'], "Unknown option '--color'; did you mean --colour?"],
  [['paint', 'north', '--quick'], "Unknown option '--quick'; see --help."],
  [['paint', 'north', '--colour', ''], '--colour is empty; give it NAME, or leave it out.'],
  [['paint', 'north', '--colour'], '--colour needs a value; see --help.'],
  [['paint', 'north', '--colour', 'red', '--coats', '1e0'], '--coats must be a whole number from -1 to 3; it is 1e0.'],
  [['paint', 'north', '--colour', 'red', '--coats', '4'], '--coats must be a whole number from -1 to 3; it is 4.'],
  [['tool', 'list', '--sort', 'sideways'], '--sort must be one of up, down; it is sideways.'],
])('bad input %j is one sentence, and exit code 2', async ([args, sentence]) => {
  expect(await run(args)).toEqual({ code: 2, out: '', err: [`decorate: ${sentence}`] });
});

test('the only command of a program may have no name', async () => {
  const alone = { ...program, commands: [{ ...toolList, name: '' }] };
  expect(await run(['--sort', 'up'], alone)).toEqual({ code: 0, out: '', err: [] });
  expect((await run(['--help'], alone)).out).toContain('decorate: print the tools\n\nOptions:');
  expect((await run(['list'], alone)).err).toEqual(['decorate: list is one argument too many; see --help.']);
});

test('an error that the program explains is its line and exit code 2; another one is thrown on', async () => {
  expect(await run(['tool', 'list', '--sort', 'down'])).toEqual({ code: 2, out: '', err: ['explained: no tools to sort'] });
  await expect(run(['tool', 'list', '--sort', 'down'], { ...program, explain: () => undefined })).rejects.toThrow(RangeError);
});

test('a program may add options from elsewhere to the flags', async () => {
  const complete: Program['complete'] = (flags, { name }) => new Map([['colour', { source: name, values: ['blue'] }], ...flags]);
  expect((await run(['paint', 'north'], { ...program, complete })).out).toContain('"blue"');
  expect((await run(['paint', 'north', '--colour', 'red'], { ...program, complete })).out).toContain('"red"');
});

test('bad input has a code', () => {
  expect(new InputError('x')).toMatchObject({ name: 'InputError', code: 'bad-input' });
});
