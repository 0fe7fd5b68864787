import { expect, test } from 'vitest';
import { statementsIn } from '../../needless/statements.ts';

const SOURCE = `import { a } from 'a';
top();
export const check = async (context) => {
  const one = a(context);
  context.judge(one);
  for (const two of one) {
    await judge(two);
  }
};
`;

test('every statement of a function that does something can be taken out, the outer before those in it', () => {
  expect(statementsIn(SOURCE).map(({ line, text }) => [line, text])).toEqual([
    [5, 'context.judge(one);'],
    [6, 'for (const two of one) {'],
    [7, 'await judge(two);'],
  ]);
});

test('what is left is the file without the statement', () => {
  expect(statementsIn(SOURCE).map(({ without }) => without)).toEqual([
    SOURCE.replace('context.judge(one);', '{}'),
    SOURCE.replace(/for \(.*?\n {2}\}/s, '{}'),
    SOURCE.replace('await judge(two);', '{}'),
  ]);
});

test('a file that is no program is refused', () => {
  expect(() => statementsIn('const =')).toThrow();
});
