import type { DeliveryFault, Fault, Faults, Mutant } from './mutant.ts';
import { operationOf } from './peer/operation-of.ts';

/** Combines several mutants into one service, with each fault in front of the next. At most one of them has settings. */
export function composed(members: readonly Mutant[]): Faults {
  const faults = members.flatMap(({ fault }) => fault ?? []);
  const [settings] = members.flatMap(({ service }) => service ?? []);
  const deliveryFaults = members.flatMap(({ deliveryFault }) => deliveryFault ?? []);
  return {
    ...(faults.length > 0 && { fault: (context) => faults.map((made) => made(context)).reduce(inFront) }),
    ...(deliveryFaults.length > 0 && { deliveryFault: (context) => deliveryFaults.map((made) => made(context)).reduce(deliveringInFront) }),
    ...(settings && { service: settings }),
  };
}

function inFront(one: Fault, next: Fault): Fault {
  return (request, forward) => one(request, (asked) => next({ ...asked, operation: operationOf(asked.method, asked.path) }, forward));
}

function deliveringInFront(one: DeliveryFault, next: DeliveryFault): DeliveryFault {
  return (delivery, deliver) => one(delivery, (sent) => next({ ...delivery, ...sent }, (last) => deliver({ ...sent, ...last })));
}
