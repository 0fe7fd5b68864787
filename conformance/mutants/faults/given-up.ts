import type { Fault, FaultContext } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import type { Delivered } from '../peer/relay.ts';
import type { Evento } from './evento.ts';
import { marksOf } from './webhooks.ts';

/** Changes nothing, but marks deleted objects for a delivery fault. */
export const marksDeleted: (context: FaultContext) => Fault = (context) => async (request, forward) => {
  const answer = await forward(request);
  const [name, id] = request.path.split('/').slice(-2);
  if (request.method === 'DELETE' && isSuccess(answer)) marksOf(context).set(`${companyOf(request.path)} ${name} ${id}`, 'deleted');
  return answer;
};

/** Whether the object of the event has been deleted. */
export function isOfDeleted(context: FaultContext, delivery: Delivered): boolean {
  const { Type, CompanyId, Object: object } = bodyOf(delivery);
  return marksOf(context).has(`${CompanyId} ${String(Type).split('.')[0]} ${(object as Evento).id}`);
}
