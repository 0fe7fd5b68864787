import type { DeliveryFault, Fault, Mutant } from './mutant.ts';
import { operationOf } from './peer/operation-of.ts';

/** A service with the faults of several, each in front of the next, and the settings of the first: it breaks what any of them breaks. */
export function composed(members: readonly [Mutant, ...Mutant[]]): Mutant {
  const [{ mustBreak, service, judgedAlone }, ...others] = members;
  const faults = members.flatMap(({ fault }) => fault ?? []);
  const deliveryFaults = members.flatMap(({ deliveryFault }) => deliveryFault ?? []);
  return {
    id: members.map(({ id }) => id).join(' + '),
    mustBreak: [...mustBreak, ...others.flatMap((other) => other.mustBreak)],
    mayBreak: members.flatMap(({ mayBreak = [] }) => mayBreak),
    ...(judgedAlone && { judgedAlone }),
    ...(service && { service }),
    ...(faults.length > 0 && { fault: (context) => faults.map((made) => made(context)).reduce(inFront) }),
    ...(deliveryFaults.length > 0 && { deliveryFault: (context) => deliveryFaults.map((made) => made(context)).reduce(deliveringInFront) }),
  };
}

function inFront(one: Fault, next: Fault): Fault {
  return (request, forward) => one(request, (asked) => next({ ...asked, operation: operationOf(asked.method, asked.path) }, forward));
}

function deliveringInFront(one: DeliveryFault, next: DeliveryFault): DeliveryFault {
  return (delivery, deliver) => one(delivery, (sent) => next({ ...delivery, ...sent }, (last) => deliver({ ...sent, ...last })));
}
