import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { afterRunning } from '../../src/receiver/endpoint.ts';

/** Blocks this process. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const run = (ms: number): Promise<void> => new Promise((resolve) => void afterRunning(ms, resolve));

describe('waiting for as long as the process ran', () => {
  test('does not count the time in which the process was blocked', async () => {
    const order: string[] = [];
    const waited = run(1_000).then(() => order.push('waited'));
    standStill(2_500);
    // This wait begins after the block, and is shorter than the time that is left.
    await sleep(700);
    order.push('slept');
    await waited;
    expect(order).toEqual(['slept', 'waited']);
  });

  test('handles first what arrived while the process was blocked', async () => {
    let came = false;
    const server = createServer((_request, response) => {
      came = true;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const source = `const { parentPort, workerData } = require('node:worker_threads');
      parentPort.once('message', () => require('node:http').get(workerData, () => process.exit()).on('error', () => {}));`;
    const sender = new Worker(source, { eval: true, workerData: `http://127.0.0.1:${port}/` });
    const ended = new Promise((resolve) => sender.once('exit', resolve));
    await new Promise((resolve) => sender.once('online', resolve));
    const waited = run(50);
    sender.postMessage('send');
    standStill(1_000);
    await waited;
    expect(came).toBe(true);
    await ended;
    server.close();
  });

  test('is given up without a call', async () => {
    let called = false;
    const giveUp = afterRunning(50, () => {
      called = true;
    });
    giveUp();
    await sleep(100);
    expect(called).toBe(false);
  });
});
