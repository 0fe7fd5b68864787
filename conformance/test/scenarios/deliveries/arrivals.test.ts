import { describe, expect, test } from 'vitest';
import type { Attempt, Script } from '../../../src/model/attempt.ts';
import { confirm, ReceiverEndpoint } from '../../../src/receiver/endpoint.ts';
import { arrivalsOfId, arrivalsOfNome } from '../../../src/scenarios/deliveries/arrivals.ts';

function deliveryOf(id: number, nome: string): Attempt {
  const body = Buffer.from(JSON.stringify({ Type: 'Anagrafica.Create', Object: { id, nome }, EventGuid: `guid ${id}` }));
  return { method: 'POST', path: '/', rawHeaders: [], body, remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

describe('what arrived at an endpoint', () => {
  test('is found by the contact that it is about, also what came since it was last asked for', () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    endpoint.take(deliveryOf(1, 'one'));
    expect(arrivalsOfNome(endpoint, 'one')).toHaveLength(1);
    endpoint.take(deliveryOf(2, 'two'));
    endpoint.take(deliveryOf(1, 'one'));
    expect(arrivalsOfNome(endpoint, 'one')).toHaveLength(2);
    expect(arrivalsOfId(endpoint, '2').map(({ evento }) => evento.eventGuid)).toEqual(['guid 2']);
    expect(arrivalsOfNome(endpoint, 'three')).toEqual([]);
  });

  test('is forgotten where it is of no more use, but for what came first, and attempts are counted on', () => {
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
});
