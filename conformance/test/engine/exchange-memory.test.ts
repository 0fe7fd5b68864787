import { describe, expect, test } from 'vitest';
import { ExchangeMemory } from '../../src/engine/evidence.ts';
import type { ShownExchange } from '../../src/model/evidence.ts';
import type { Call, Exchange } from '../../src/model/exchange.ts';

const BASE = 'http://127.0.0.1:8080/api/v3/config/webhook';
let place = 0;

/** An exchange that ended before the next began. */
function exchange(call: Partial<Call>, body = '{}', status = 200): Exchange {
  place += 2;
  const whole = { method: 'GET', url: BASE, headers: [], ...call };
  return {
    call: whole,
    answer: { status, rawHeaders: [], body },
    order: { began: place, ended: place + 1 },
    startedAt: place,
    durationMs: 1,
  };
}

function remembering(...exchanges: readonly Exchange[]): ExchangeMemory {
  const memory = new ExchangeMemory();
  for (const one of exchanges) memory.add(one);
  return memory;
}

function reasons(shown: readonly ShownExchange[]): readonly string[] {
  return shown.filter(({ pinned }) => pinned).map(({ call, why }) => `${call.method}: ${why}`);
}

describe('a failure shows these exchanges of its rule:', () => {
  test('the creation and the last change of the judged object, however long ago', () => {
    const created = exchange({ method: 'POST' }, '{"id":7}', 201);
    const changed = exchange({ method: 'PUT', subject: '7' });
    const others = Array.from({ length: 60 }, () => exchange({ subject: '8' }));
    const judged = exchange({ method: 'PUT', subject: '7' });
    expect(reasons(remembering(created, changed, ...others, judged).shown([], []))).toEqual([
      'POST: created the object in question',
      'PUT: changed the object in question',
      'PUT: this was judged',
    ]);
  });

  test('the first request with the key of the judged one', () => {
    const headers = [['Idempotency-Key', 'k']] as const;
    const memory = remembering(exchange({ method: 'POST', headers }), exchange({}), exchange({}), exchange({ method: 'POST', headers }));
    expect(reasons(memory.shown([], []))).toEqual(['POST: the first request with its Idempotency-Key', 'POST: this was judged']);
  });

  test('simultaneous requests, with one number, and those that the suite cut', () => {
    const [one, two] = [exchange({ method: 'POST' }), exchange({ method: 'PUT' })];
    const order = { began: (one.order?.began ?? 0) - 1, ended: (two.order?.ended ?? 0) + 1 };
    const { answer: _answer, ...cut } = exchange({ method: 'DELETE' });
    const shown = remembering({ ...cut, lost: 'cut by the suite', onPurpose: true }, one, two, { ...exchange({}), order }).shown([], []);
    expect(shown.map(({ call, together }) => [call.method, together])).toEqual([
      ['GET', 1],
      ['POST', 1],
      ['PUT', 1],
      ['DELETE', undefined],
    ]);
    expect(reasons(shown)).toContain('DELETE: cut by the suite, so that its answer is lost');
  });

  test('the exchange that the check names, whichever rule sent it', () => {
    const elsewhere = exchange({ method: 'POST' });
    remembering(elsewhere);
    const memory = remembering(exchange({}), exchange({}));
    if (elsewhere.answer === undefined) throw new Error('it was answered');
    expect(reasons(memory.shown([['this was judged', elsewhere.answer]], []))).toEqual(['POST: this was judged']);
  });

  test('all that was sent with a text', () => {
    const memory = remembering(
      exchange({ method: 'POST', body: '{"nome":"mark"}' }),
      exchange({ method: 'POST', body: '{}' }),
      exchange({}),
    );
    expect(reasons(memory.shown([['sent with this mark', 'mark']], []))).toEqual(['POST: sent with this mark']);
  });

  test('every exchange of a drawn case, or else the few before the judged one', () => {
    const memory = new ExchangeMemory();
    const send = (): void => {
      for (let count = 0; count < 10; count += 1) memory.add(exchange({}));
    };
    send();
    expect(memory.shown([], [])).toHaveLength(4);
    memory.begin(true);
    send();
    expect(memory.shown([], [])).toHaveLength(10);
  });
});
