import { createHmac } from 'node:crypto';
import type { NewFault } from '../mutants/mutant.ts';
import { type Answer, bodyOf, type Call, headerOf, withBody, withHeader } from '../mutants/peer/message.ts';
import type { Delivered } from '../mutants/peer/relay.ts';
import type { Variation } from './variation.ts';

const HEADER = 'Service-Signature';

function resigned(delivery: Delivered, body: string): Delivered {
  const [, t = ''] = /t=(\d+)/.exec(headerOf(delivery, HEADER) ?? '') ?? [];
  const v2 = createHmac('sha256', delivery.secret).update(`${t}.${body}`).digest('hex');
  return { ...withHeader(delivery, HEADER, `t=${t},v2=${v2}`), body };
}

/** Makes ids of nineteen digits, which fit into a 64-bit integer but not into a double. */
const PREFIX = '9007199254';
const large = (text: string): string =>
  text.replaceAll(
    /"(id|concurrencyToken|anagraficaId|articoloId|documentoId|webhookId)":(\d{1,9})(?=[,}\]])/g,
    (_all, name, digits) => `"${name}":${PREFIX}${digits.padStart(9, '0')}`,
  );
const small = (text: string): string => text.replaceAll(new RegExp(`${PREFIX}(\\d{9})`, 'g'), (_all, digits) => String(Number(digits)));

const asText = (text: string): string => text.replaceAll(/"id":(\d+)(?=[,}\]])/g, '"id":"$1"');

function mapped(
  toClient: (text: string) => string,
  fromClient: (text: string) => string,
  left: (request: Call & { operation?: string | undefined }) => boolean,
): NewFault {
  return () => async (request, forward) => {
    const answer: Answer = await forward({ ...request, path: fromClient(request.path), body: fromClient(request.body) });
    return left(request) ? answer : { ...answer, body: toClient(answer.body) };
  };
}

/** Writes the names of all members in Pascal case, at every level. */
function pascal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pascal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.charAt(0).toUpperCase() + name.slice(1), pascal(member)]));
}

/** Gives an issued document a new date, at every level. */
function datedAnew(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(datedAnew);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, datedAnew(member)]));
  return shown.stato === 'emesso' ? { ...shown, data: '2026-12-24' } : shown;
}

/** Other numbers, other types of numbers, and other forms of an event's Object. */
export const valueVariations: readonly Variation[] = [
  {
    id: 'ids-beyond-doubles',
    against: ['RES-02'],
    fault: mapped(large, small, ({ operation }) => operation === 'listAzienda'),
    deliveryFault: () => async (delivery, deliver) => await deliver(resigned(delivery, large(delivery.body))),
  },
  {
    id: 'written-beside-ids-beyond-doubles',
    rules: ['RES-01'],
    budget: 'standard',
    fault: mapped(large, small, ({ operation }) => operation === 'listAzienda'),
  },
  {
    id: 'ids-as-text',
    rules: ['COMP-*', 'EVT-*', 'HDR-05', 'IDEM-03'],
    fault: mapped(
      asText,
      (text) => text.replaceAll(/"anagraficaId":"(\d+)"/g, '"anagraficaId":$1'),
      ({ operation }) => operation?.endsWith('Webhook') ?? false,
    ),
    deliveryFault: () => async (delivery, deliver) => await deliver(resigned(delivery, asText(delivery.body))),
  },
  {
    id: 'names-with-a-capital',
    rules: ['COMP-*', 'HDR-05', 'HDR-07', 'EVT-*', 'IDEM-0*'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isLeft = request.operation?.endsWith('Webhook') || !/^[[{]/.test(answer.body);
      return isLeft ? answer : withBody(answer, pascal(JSON.parse(answer.body)));
    },
    deliveryFault: () => async (delivery, deliver) => await deliver(resigned(delivery, JSON.stringify(pascal(bodyOf(delivery))))),
  },
  {
    id: 'issued-documents-have-a-new-date',
    rules: ['COMP-10', 'EVT-03', 'EVT-14', 'EVT-15', 'IDEM-03', 'RES-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return /^[[{]/.test(answer.body) ? withBody(answer, datedAnew(JSON.parse(answer.body))) : answer;
    },
    deliveryFault: () => async (delivery, deliver) => await deliver(resigned(delivery, JSON.stringify(datedAnew(bodyOf(delivery))))),
  },
  {
    id: 'stock-items-with-a-capital',
    against: ['EVT-13', 'EVT-15'],
    rules: ['HOOK-*', 'EVT-*'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation?.endsWith('Webhook') ? { ...answer, body: answer.body.replaceAll('"articolo.', '"Articolo.') } : answer;
    },
    deliveryFault: () => async (delivery, deliver) =>
      await deliver(resigned(delivery, delivery.body.replaceAll('"articolo.', '"Articolo.'))),
  },
  {
    id: 'object-as-text',
    against: ['EVT-14', 'EVT-15'],
    rules: ['HDR-07', 'HDR-08', 'HOOK-14', 'EVT-*', 'DLV-04', 'SIG-01'],
    deliveryFault: () => async (delivery, deliver) =>
      await deliver(resigned(delivery, JSON.stringify({ ...bodyOf(delivery), Object: JSON.stringify(bodyOf(delivery).Object) }))),
  },
  {
    id: 'object-as-a-resource',
    against: ['EVT-14', 'EVT-15'],
    rules: ['HDR-07', 'HDR-08', 'HOOK-14', 'EVT-*', 'DLV-04', 'SIG-01'],
    deliveryFault: () => async (delivery, deliver) => {
      const { Object: object, ...evento } = bodyOf(delivery);
      const { id, ...attributes } = object as Record<string, unknown>;
      return await deliver(resigned(delivery, JSON.stringify({ ...evento, Object: { type: 'x', id, attributes } })));
    },
  },
];
