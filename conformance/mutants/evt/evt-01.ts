import { eventoChanged } from '../faults/evento.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'no-application-id': {
    mustAlsoBreak: ['HDR-07'],
    mayBreak: ['EVT-14'],
    deliveryFault: eventoChanged(({ ApplicationId: _dropped, ...evento }) => evento),
  },
  'evento-in-an-envelope': {
    mustAlsoBreak: ['EVT-02', 'EVT-09', 'EVT-10'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ event: evento })),
  },
};
