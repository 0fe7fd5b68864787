import { eventoChanged } from '../faults/evento.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of EVT-01 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'EVT-01-no-application-id',
    mustBreak: ['EVT-01', 'HDR-07'],
    mayBreak: ['EVT-14'],
    deliveryFault: eventoChanged(({ ApplicationId: _dropped, ...evento }) => evento),
  },
  {
    id: 'EVT-01-evento-in-an-envelope',
    mustBreak: ['EVT-01', 'EVT-02', 'EVT-09', 'EVT-10'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ event: evento })),
  },
];
