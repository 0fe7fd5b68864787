import { expect, test } from 'vitest';
import { createEndpoint, WINDOW_MAX } from '../../src/delivery/endpoint.ts';

const IN_TIME = { answered: true, late: false };

test('each answer doubles the window, up to a bound, and no answer takes it back to one', () => {
  const endpoint = createEndpoint();
  const windows: number[] = [];
  for (let answers = 0; answers < 8; answers += 1) {
    windows.push(endpoint.window);
    endpoint.attemptBegan();
    endpoint.attemptEnded(IN_TIME);
  }
  expect(windows).toEqual([1, 2, 4, 8, 16, 32, WINDOW_MAX, WINDOW_MAX]);
  expect(endpoint.places).toBe(8);
  endpoint.attemptBegan();
  endpoint.attemptEnded({ answered: false, late: false });
  expect([endpoint.window, endpoint.places, endpoint.answered]).toEqual([1, 1, false]);
});

test('it is slow while an attempt is late, and until one is answered in time', () => {
  const endpoint = createEndpoint();
  endpoint.attemptBegan();
  endpoint.attemptBegan();
  endpoint.attemptIsLate();
  endpoint.attemptEnded(IN_TIME);
  expect(endpoint.slow).toBe(true);
  endpoint.attemptEnded({ answered: true, late: true });
  expect(endpoint.slow).toBe(true);
  endpoint.attemptBegan();
  endpoint.attemptEnded(IN_TIME);
  expect([endpoint.slow, endpoint.inFlight]).toEqual([false, 0]);
});
