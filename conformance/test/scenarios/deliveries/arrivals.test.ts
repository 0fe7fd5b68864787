import { describe, expect, test } from 'vitest';
import type { Attempt, Script } from '../../../src/model/webhook.ts';
import { confirm, ReceiverEndpoint } from '../../../src/receiver/endpoint.ts';
import { arrivalsAt, arrivalsOfId, arrivalsOfKind, arrivalsOfNome } from '../../../src/scenarios/deliveries/arrivals.ts';

function deliveryOf(id: number, nome: string): Attempt {
  const body = Buffer.from(JSON.stringify({ Type: 'Anagrafica.Create', Object: { id, nome }, EventGuid: `guid ${id}` }));
  return { method: 'POST', path: '/', rawHeaders: [], body, remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

describe('what arrived at an endpoint', () => {
  test('is found by its contact, even if it came since the last search', () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    endpoint.take(deliveryOf(1, 'one'));
    expect(arrivalsOfNome(endpoint, 'one')).toHaveLength(1);
    endpoint.take(deliveryOf(2, 'two'));
    endpoint.take(deliveryOf(1, 'one'));
    expect(arrivalsOfNome(endpoint, 'one')).toHaveLength(2);
    expect(arrivalsOfId(endpoint, '2').map(({ evento }) => evento.eventGuid)).toEqual(['guid 2']);
    expect(arrivalsOfNome(endpoint, 'three')).toEqual([]);
  });

  test('is forgotten when it is no longer needed, except the first, and attempts are still counted', () => {
    const attempts: number[] = [];
    const script: Script = (attempt) => {
      attempts.push(attempt);
      return { status: 204 };
    };
    const endpoint = new ReceiverEndpoint('hook', script);
    for (const id of [1, 2, 3, 4]) endpoint.take(deliveryOf(id, id === 4 ? 'of use' : 'over'));
    expect(arrivalsOfNome(endpoint, 'over')).toHaveLength(3);
    endpoint.forget(1, (attempt) => attempt.body.includes('over'));
    expect(arrivalsOfNome(endpoint, 'over')).toHaveLength(1);
    expect(arrivalsOfId(endpoint, '4')).toHaveLength(1);
    endpoint.take(deliveryOf(5, 'of use'));
    expect(arrivalsOfNome(endpoint, 'of use')).toHaveLength(2);
    expect(attempts).toEqual([0, 1, 2, 3, 4]);
  });

  test('stays with its reader, whatever is forgotten later', () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    for (const id of [1, 2, 3]) endpoint.take(deliveryOf(id, 'over'));
    const [known, later] = [arrivalsAt({ endpoint }), arrivalsAt({ endpoint }, 1)];
    endpoint.take(deliveryOf(4, 'of use'));
    expect(arrivalsAt({ endpoint })).toHaveLength(4);
    expect(known).toHaveLength(3);
    endpoint.forget(1, (attempt) => attempt.body.includes('over'));
    expect(arrivalsAt({ endpoint })).toHaveLength(2);
    expect([known.length, later.length]).toEqual([3, 2]);
  });

  test('is found by its kind, as it comes and after some was forgotten', () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    const over = arrivalsOfKind({ endpoint }, ({ attempt }) => attempt.body.includes('over'));
    expect(over()).toEqual([]);
    for (const id of [1, 2, 3]) endpoint.take(deliveryOf(id, id === 2 ? 'of use' : 'over'));
    expect(over()).toHaveLength(2);
    endpoint.take(deliveryOf(4, 'over'));
    expect(over()).toHaveLength(3);
    endpoint.forget(1, (attempt) => attempt.body.includes('over'));
    endpoint.take(deliveryOf(5, 'over'));
    expect(over().map(({ evento }) => evento.eventGuid)).toEqual(['guid 1', 'guid 5']);
  });
});
