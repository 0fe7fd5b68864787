import type { Fault, FaultContext } from '../mutant.ts';
import { marksOf } from './webhooks.ts';

/** Changes nothing, and marks the events that are asked for again. */
export function marksRedelivered(context: FaultContext): Fault {
  return async (request, forward) => {
    if (request.operation === 'redeliverEvento') marksOf(context).set(request.path.split('/').at(-2) ?? '', 'delivered again');
    return await forward(request);
  };
}
