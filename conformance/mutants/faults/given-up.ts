import type { FaultContext, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import type { Delivered } from '../peer/relay.ts';
import type { Evento } from './evento.ts';
import { answering } from './exchanges.ts';
import { marksOf } from './webhooks.ts';

/** Changes nothing, but marks deleted objects for a delivery fault. */
export const marksDeleted: NewFault = answering((answer, { path, method }, context) => {
  const [name, id] = path.split('/').slice(-2);
  if (method === 'DELETE' && isSuccess(answer)) marksOf(context).set(`${companyOf(path)} ${name} ${id}`, 'deleted');
  return answer;
});

/** Whether the object of the event has been deleted. */
export function isOfDeleted(context: FaultContext, delivery: Delivered): boolean {
  const { Type, CompanyId, Object: object } = bodyOf(delivery);
  return marksOf(context).has(`${CompanyId} ${String(Type).split('.')[0]} ${(object as Evento).id}`);
}
