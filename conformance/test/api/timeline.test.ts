import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Clock } from '../../src/api/clock.ts';
import { Timeline } from '../../src/api/timeline.ts';
import { Driver } from '../../src/http/driver.ts';
import { LostAnswer } from '../../src/http/lost-answer.ts';
import { Inconclusive } from '../../src/model/verdict.ts';

const HOUR_MS = 3_600_000;

describe('a timeline', () => {
  let moves: number[];
  let takesMoves: boolean;
  let losesNext: boolean;
  let shows: boolean;
  let control: Server;
  let driver: Driver;
  let clock: Clock;
  let timeline: Timeline;

  beforeEach(async () => {
    moves = [];
    takesMoves = true;
    losesNext = false;
    shows = false;
    control = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        if (takesMoves) moves.push(JSON.parse(body).advanceMs);
        if (losesNext) {
          losesNext = false;
          return response.destroy();
        }
        const aheadMs = moves.reduce((sum, move) => sum + move, 0);
        if (shows) return response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ nowMs: Date.now() + aheadMs }));
        return response.writeHead(takesMoves ? 204 : 500).end();
      });
    });
    await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
    driver = new Driver({ answerWithinMs: 60_000, longestWaitMs: 0 });
    clock = new Clock(`http://127.0.0.1:${(control.address() as AddressInfo).port}/clock`, driver, () => {});
    timeline = new Timeline(clock);
  });

  afterEach(async () => {
    await driver.close();
    control.closeAllConnections();
    control.close();
  });

  const hours = (): readonly number[] => moves.map((move) => Math.round(move / HOUR_MS));

  test('goes from moment to moment, whoever waits for it', async () => {
    const [near, far] = [timeline.join(), timeline.join()];
    const startMs = clock.nowMs();
    const reached: string[] = [];
    const one = async (): Promise<void> => {
      await near.reach(startMs + HOUR_MS);
      reached.push('near 1');
      await near.reach(startMs + 3 * HOUR_MS);
      reached.push('near 3');
      near.leave();
    };
    const other = async (): Promise<void> => {
      await far.reach(startMs + 2 * HOUR_MS);
      reached.push('far 2');
      await far.reach(startMs + 10 * HOUR_MS);
      reached.push('far 10');
      far.leave();
    };
    await Promise.all([one(), other()]);
    expect(reached).toEqual(['near 1', 'far 2', 'near 3', 'far 10']);
    expect(hours()).toEqual([1, 1, 1, 7]);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(startMs + 10 * HOUR_MS);
  });

  test('stands still while one of them is busy, and not while that one rests', async () => {
    const [busy, waiting] = [timeline.join(), timeline.join()];
    const reached = waiting.reach(clock.nowMs() + HOUR_MS);
    await sleep(30);
    expect(moves).toEqual([]);
    await busy.rest(() => reached);
    expect(hours()).toEqual([1]);
  });

  test('goes to the last moment only when nobody else waits or rests', async () => {
    const [last, other, resting] = [timeline.join(), timeline.join(), timeline.join()];
    const startMs = clock.nowMs();
    const reached: string[] = [];
    const longest = last.reach(startMs + HOUR_MS, true).then(() => {
      reached.push('last');
      last.leave();
    });
    await resting.rest(() => sleep(30));
    resting.leave();
    expect(moves).toEqual([]);
    await other.reach(startMs + 2 * HOUR_MS);
    reached.push('other 2');
    await other.rest(() => sleep(30));
    await other.reach(startMs + 3 * HOUR_MS);
    reached.push('other 3');
    other.leave();
    await longest;
    expect(reached).toEqual(['other 2', 'other 3', 'last']);
    expect(hours()).toEqual([2, 1]);
  });

  test('lets nobody go on in the middle of a move', async () => {
    const [resting, waiting] = [timeline.join(), timeline.join()];
    let ended = (): void => {};
    const rested = resting.rest(
      () =>
        new Promise<void>((resolve) => {
          ended = resolve;
        }),
    );
    const reached = waiting.reach(clock.nowMs() + HOUR_MS);
    ended();
    await rested;
    expect(hours()).toEqual([1]);
    await reached;
  });

  test('tells the waiting checks if the control refuses the move', async () => {
    takesMoves = false;
    const share = timeline.join();
    await expect(share.reach(clock.nowMs() + HOUR_MS)).rejects.toThrow('answered 500');
    takesMoves = true;
    await share.reach(clock.nowMs() + HOUR_MS);
    expect(hours()).toEqual([1]);
  });

  test('does not move twice after a lost answer if the clock shows its time', async () => {
    shows = true;
    await clock.advance(1);
    losesNext = true;
    await clock.advance(HOUR_MS);
    expect(hours()).toEqual([0, 1, 0]);
    expect(Math.round((clock.nowMs() - Date.now()) / HOUR_MS)).toBe(1);
  });

  test('stops moving after a lost answer if the clock does not show its time', async () => {
    const share = timeline.join();
    await share.reach(clock.nowMs() + HOUR_MS);
    losesNext = true;
    await expect(share.reach(clock.nowMs() + HOUR_MS)).rejects.toBeInstanceOf(LostAnswer);
    await expect(share.reach(clock.nowMs() + HOUR_MS)).rejects.toBeInstanceOf(Inconclusive);
    expect(hours()).toEqual([1, 1]);
    // Nobody knows whether the clock was moved, so both times are possible.
    const { fromMs, toMs } = clock.shownAt(Date.now());
    expect(Math.round((toMs - fromMs) / HOUR_MS)).toBe(1);
  });

  test('knows the clock at a moment of real time, before and after a move', async () => {
    const before = Date.now();
    await sleep(5);
    await clock.advance(HOUR_MS);
    const after = Date.now();
    expect(clock.shownAt(before)).toEqual({ fromMs: before, toMs: before });
    expect(clock.shownAt(after)).toEqual({ fromMs: after + HOUR_MS, toMs: after + HOUR_MS });
  });
});
