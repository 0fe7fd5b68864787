import { createHmac } from 'node:crypto';
import type { Mutant } from '../mutants/mutant.ts';
import { bodyOf, headerOf, withHeader } from '../mutants/peer/message.ts';
import type { Delivered } from '../mutants/peer/relay.ts';
import type { Variation } from './variation.ts';

const header = 'Service-Signature';

/** A variation that delivers otherwise: another body is signed anew. */
function delivered(change: (delivery: Delivered) => Delivered): Mutant['deliveryFault'] {
  return () => async (delivery, deliver) => await deliver(change(delivery));
}

function parts(delivery: Delivered): { readonly t: string; readonly v2: string } {
  const [, t = '', v2 = ''] = /t=(\d+),v2=(\w+)/.exec(headerOf(delivery, header) ?? '') ?? [];
  return { t, v2 };
}

function hmac(delivery: Delivered, t: string, encoding: 'hex' | 'base64', body: string = delivery.body): string {
  return createHmac('sha256', delivery.secret).update(`${t}.${body}`).digest(encoding);
}

function resigned(delivery: Delivered, evento: unknown): Delivered {
  const [{ t }, body] = [parts(delivery), JSON.stringify(evento, null, 1)];
  return { ...withHeader(delivery, header, `t=${t},v2=${hmac(delivery, t, 'hex', body)}`), body };
}

/** Members with a small first letter, all the way down. */
function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), camel(member)]));
}

/** Other ways to deliver the same events. */
export const deliveryVariations: readonly Variation[] = [
  { id: 'evento-in-camel-case', deliveryFault: delivered((delivery) => resigned(delivery, camel(bodyOf(delivery)))) },
  {
    id: 'company-id-as-text',
    deliveryFault: delivered((delivery) =>
      resigned(delivery, { ...bodyOf(delivery), CompanyId: String(bodyOf(delivery).CompanyId), Versione: 2 }),
    ),
  },
  {
    id: 'signature-with-more-elements',
    deliveryFault: delivered((delivery) => {
      const { t, v2 } = parts(delivery);
      return withHeader(delivery, header, `v1=${'0'.repeat(40)},v2=${'0'.repeat(64)},t=${t},kid=a=b,v2=${v2},v3=x`);
    }),
  },
  {
    id: 'signature-in-base64',
    deliveryFault: delivered((delivery) =>
      withHeader(delivery, header, `t=${parts(delivery).t},v2=${hmac(delivery, parts(delivery).t, 'base64')}`),
    ),
  },
  {
    id: 'upper-case-and-milliseconds',
    deliveryFault: delivered((delivery) => {
      const t = `${parts(delivery).t}000`;
      return withHeader(delivery, header, `t=${t},v2=${hmac(delivery, t, 'hex').toUpperCase()}`);
    }),
  },
  {
    id: 'every-event-twice',
    deliveryFault: () => async (delivery, deliver) => {
      const status = await deliver(delivery);
      if (status >= 200 && status < 300 && delivery.earlierAttempts.length === 0) await deliver(delivery);
      return status;
    },
  },
];
