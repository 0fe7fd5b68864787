import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RedisServer {
  /** Its socket. No port is taken. */
  readonly path: string;
  stop(): Promise<void>;
}

/** Whether this machine has a Redis; Debian's package is `redis-server`. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

/** A real Redis that keeps nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const path = join(folder, 'redis.sock');
  const child = spawn('redis-server', ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder]);
  const ended = once(child, 'exit');
  await ready(child);
  const stop = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { path, stop };
}

async function ready({ stdout }: ChildProcess): Promise<void> {
  let text = '';
  for await (const part of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(part);
    if (text.includes('eady to accept connections')) {
      stdout?.resume();
      return;
    }
  }
  throw new Error(`Redis did not start: ${text}`);
}
