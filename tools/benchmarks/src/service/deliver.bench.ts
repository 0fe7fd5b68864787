import { sign } from '@business-cloud/events';
import { Agent, request } from 'undici';
import type { Benchmark } from '../benchmark.ts';
import { OBJECT, startDelivering } from './delivering.ts';

const WEBHOOKS = 16;
const EVENTS = 100;
const DELIVERIES = WEBHOOKS * EVENTS;
/** As many as the worker has in flight. */
const IN_FLIGHT = 128;

export const benchmark: Benchmark = {
  title: `Deliveries to a keep-alive HTTPS receiver (a call: ${DELIVERIES}, of ${EVENTS} events to ${WEBHOOKS} webhooks, from recording to confirmation)`,
  goal: 'at least 0.60 of a bare loop that signs and posts the same bytes',
  options: { roundMs: 1000 },
  async open() {
    const delivering = await startDelivering(WEBHOOKS);
    const agent = new Agent({ connect: { ca: delivering.authority } });
    return {
      contenders: [
        { name: 'bare loop', run: () => postAll(`${delivering.url}/hook`, agent) },
        { name: 'the worker', run: () => delivering.deliver(EVENTS) },
      ],
      async close() {
        await agent.destroy();
        await delivering.close();
      },
    };
  },
};

async function postAll(url: string, dispatcher: Agent): Promise<void> {
  let sent = 0;
  const poster = async (): Promise<void> => {
    while (sent < DELIVERIES) {
      sent += 1;
      const body = Buffer.from(
        JSON.stringify({ Type: 'Anagrafica.Create', Object: OBJECT, EventGuid: crypto.randomUUID(), CompanyId: 1, ApplicationId: 'bench' }),
      );
      const signature = sign({ body, secret: 'whsec_bench', timestamp: Math.floor(Date.now() / 1000) });
      const headers = { 'content-type': 'application/json', 'service-signature': signature };
      const answer = await request(url, { method: 'POST', headers, body, dispatcher });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, poster));
}
