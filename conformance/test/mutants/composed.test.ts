import { describe, expect, it as test } from 'vitest';
import { composed } from '../../mutants/composed.ts';
import type { FaultContext, Mutant } from '../../mutants/mutant.ts';
import { refusal, withHeader } from '../../mutants/peer/message.ts';

const context = {} as FaultContext;
const marking = (name: string): Mutant => ({
  id: name,
  mustBreak: ['HDR-01'],
  fault: () => async (request, forward) => await forward(withHeader(request, name, String(request.operation))),
  deliveryFault: () => async (delivery, deliver) => await deliver(withHeader(delivery, name, delivery.secret)),
});
const refusing: Mutant = { id: 'refusing', mustBreak: ['AUTH-01'], mayBreak: ['AUTH-02'], fault: () => async () => refusal(418) };
const request = { method: 'GET', path: '/api/v3/1/articolo', headers: [], body: '', operation: 'listArticolo' } as const;
const answer = async (): Promise<ReturnType<typeof refusal>> => refusal(299);

describe('a service with the faults of several', () => {
  test('has all of them, each told the operation that the one before it asks for', async () => {
    const { fault } = composed([marking('one'), marking('other')]);
    const seen: unknown[] = [];
    const answered = await fault?.(context)(request, async ({ headers }) => {
      seen.push(...headers);
      return await answer();
    });
    expect(seen).toEqual([
      ['one', 'listArticolo'],
      ['other', 'listArticolo'],
    ]);
    expect(answered?.status).toBe(299);
  });

  test('delivers as all of them do', async () => {
    const { deliveryFault } = composed([marking('one'), marking('other')]);
    const delivery = { url: '', headers: [], body: '', secret: 'its', secrets: ['its'], earlierAttempts: [] };
    const seen: unknown[] = [];
    await deliveryFault?.(context)(delivery, async ({ headers }) => {
      seen.push(...headers);
      return 204;
    });
    expect(seen).toEqual([
      ['one', 'its'],
      ['other', 'its'],
    ]);
  });

  test('refuses where any of them refuses', async () => {
    const both = composed([refusing, marking('one')]);
    expect(await both.fault?.(context)(request, answer)).toMatchObject({ status: 418 });
  });

  test('has no fault of a kind that none of them has', () => {
    expect(composed([refusing])).not.toHaveProperty('deliveryFault');
  });
});
