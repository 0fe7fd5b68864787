import { describe, expect, test } from 'vitest';
import { Pace } from '../../src/http/pace.ts';

describe('the pace', () => {
  test('lets no more calls through than it is told, however many come at once', async () => {
    const pace = new Pace(100);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 11 }, () => pace.turn()));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(90);
  });

  test('wakes whoever waits when the run is stopped', async () => {
    const pace = new Pace(0.001);
    await pace.turn();
    await expect(pace.turn(AbortSignal.abort())).rejects.toThrow();
  });
});
