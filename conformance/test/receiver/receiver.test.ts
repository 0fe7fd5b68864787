import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirm } from '../../src/receiver/endpoint.ts';
import { Receiver } from '../../src/receiver/receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-receiver-'));
const caFile = join(folder, 'ca.pem');
let receiver: Receiver;
let agent: Agent;

beforeAll(async () => {
  receiver = await Receiver.start({ listen: '127.0.0.1:0', publicUrl: 'https://localhost:{port}', caFile });
  agent = new Agent({ connect: { ca: readFileSync(caFile) } });
});

afterAll(async () => {
  await agent.destroy();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the receiver', () => {
  it('leaves it to the target when an idle connection is closed: an attempt that crosses a close would be lost', async () => {
    const { endpoint, url } = receiver.open('a-hook', confirm);
    const { origin, pathname } = new URL(url);
    const answer = await agent.request({ origin, path: pathname, method: 'POST', body: '{}' });
    expect(answer.statusCode).toBe(204);
    expect(endpoint.deliveries.map(({ body }) => body.toString())).toEqual(['{}']);
    // A time-out would be announced here.
    expect(answer.headers['keep-alive']).toBeUndefined();
    expect(answer.headers.connection).toBe('keep-alive');
  });
});
