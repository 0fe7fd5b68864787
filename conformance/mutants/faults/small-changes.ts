import { resources } from '../../src/generated/resources.ts';
import type { DeliveryFault } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';
import type { Deliver, Delivered } from '../peer/relay.ts';
import type { Evento } from './evento.ts';

/** Members that name an object. Each change of the suite renews them. */
const labels = new Set(Object.values(resources).map(({ label }) => label));

/** A fault in the events of a type whose Object differs from that of the previous event in only one member besides the token. */
export function onSmallChange(
  type: string,
  handle: (delivery: Delivered, before: Evento, deliver: Deliver) => Promise<number>,
): () => DeliveryFault {
  return () => {
    const latest = new Map<string, Evento>();
    return async (delivery, deliver) => {
      const { Type, CompanyId, Object: told } = bodyOf(delivery);
      const object = told as Evento;
      const what = `${delivery.secret} ${String(Type).split('.')[0]} ${CompanyId} ${object.id}`;
      const before = latest.get(what);
      latest.set(what, object);
      const isSmall = Type === type && before !== undefined && isSmallChange(before, object);
      return isSmall ? await handle(delivery, before, deliver) : await deliver(delivery);
    };
  };
}

function isSmallChange(before: Evento, now: Evento): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)].filter((name) => name !== 'concurrencyToken'));
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  return changed.length === 1 && !labels.has(changed[0]);
}
