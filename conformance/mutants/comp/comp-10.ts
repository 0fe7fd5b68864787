import { endingEarly, naming, pagesOf, remembering, withHoles } from '../faults/pages.ts';
import type { Mutant } from '../mutant.ts';
import { entriesOf, withBody } from '../peer/message.ts';

/** Faulty services that the check of COMP-10 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'COMP-10-second-page-lacks-a-document', mustBreak: ['COMP-10'], fault: withHoles('listDocumento') },
  { id: 'COMP-10-two-pages-of-the-log-are-all', mustBreak: ['COMP-10'], fault: endingEarly('listEvento') },
  // What it lists is not what it answers.
  { id: 'COMP-10-stock-items-are-listed-as-they-were', mustBreak: ['COMP-10'], mayBreak: ['COMP-05'], fault: remembering('listArticolo') },
  { id: 'COMP-10-the-next-page-is-the-first-companys', mustBreak: ['COMP-10'], fault: naming('listAnagrafica') },
  {
    id: 'COMP-10-issued-documents-are-listed-without-their-time',
    mustBreak: ['COMP-10'],
    fault: pagesOf('listDocumento', (answer) =>
      withBody(
        answer,
        entriesOf(answer).map((entry) => ({ ...entry, emessoIl: null })),
      ),
    ),
  },
];
