import { answersOf } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { entriesOf, withBody } from '../peer/message.ts';

export const mutants: Mutants = {
  'stock-items-counted': answersOf('listArticolo', (answer) => withBody(answer, { articoli: entriesOf(answer).length })),
};
