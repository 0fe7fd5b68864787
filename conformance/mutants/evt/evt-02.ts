import { eventoChanged } from '../faults/evento.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'past-tense': {
    mustAlsoBreak: ['EVT-09', 'EVT-10'],
    // The webhook does not have the type that it gets.
    mayBreak: ['CONC-02', 'EVT-12'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: `${evento.Type}d` })),
  },
};
