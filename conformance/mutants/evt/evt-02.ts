import { eventoChanged } from '../faults/evento.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of EVT-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'EVT-02-event-type-alone',
    mustBreak: ['EVT-02', 'EVT-09', 'EVT-10'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).split('.')[1] })),
  },
  {
    id: 'EVT-02-past-tense',
    mustBreak: ['EVT-02', 'EVT-09', 'EVT-10'],
    // The webhook does not have the type that it gets.
    mayBreak: ['CONC-02'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: `${evento.Type}d` })),
  },
];
