import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createClock } from '../../../service/src/clock/clock.ts';
import { startDelivery } from '../../../service/src/delivery/delivery.ts';
import { createMetrics } from '../../../service/src/monitoring/metrics.ts';
import { createSealer } from '../../../service/src/security/sealing.ts';
import { openDatabase } from '../../../service/src/store/database.ts';
import { recordEvent } from '../../../service/src/store/event-recorder.ts';
import { migrate } from '../../../service/src/store/migrations.ts';
import { webhookStore } from '../../../service/src/store/webhook-store.ts';

/** A worker with webhooks at one receiver, which is a process of its own. */
export interface Delivering {
  readonly url: string;
  readonly authority: string;
  /** Records events and delivers each to every webhook. */
  deliver(events: number): Promise<void>;
  close(): Promise<void>;
}

const EVENT = 'Anagrafica.Create';
export const OBJECT = { id: 1, nome: 'Ferramenta Aurora S.r.l.', concurrencyToken: 1 };

/** @param webhooks how many webhooks get each event */
export async function startDelivering(webhooks: number): Promise<Delivering> {
  const receiver = fork(join(import.meta.dirname, 'confirming-receiver.ts'));
  const [{ port, authority }] = await once(receiver, 'message');
  const url = `https://localhost:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const deliveryCaFile = join(folder, 'ca.pem');
  writeFileSync(deliveryCaFile, authority);
  const database = await openDatabase(join(folder, 'data.sqlite'));
  await migrate(database.db);
  await database.db.insertInto('account_company').values({ account_id: 'ada', company_id: 1 }).execute();
  const sealer = createSealer(randomBytes(32));
  const store = webhookStore(database.db, 'ada', sealer);
  for (let index = 0; index < webhooks; index += 1)
    await store.insert({ aziendaId: 1, url: `${url}/hook`, description: null, events: [EVENT] });
  const input = { database, sealer, clock: createClock(), log: pino({ level: 'silent' }), metrics: createMetrics(database.db) };
  const worker = await startDelivery(input, { deliveryCaFile, deliveryAllow: ['127.0.0.0/8'] });
  return {
    url,
    authority,
    async deliver(events) {
      await database.units.run(async ({ db }) => {
        for (let index = 0; index < events; index += 1) {
          const happened = { applicationId: 'bench', occurredAt: Date.now(), origin: 'cloud' as const };
          await recordEvent(db, { companyId: 1, type: EVENT, object: OBJECT, ...happened });
        }
      });
      await worker.settled();
    },
    async close() {
      await worker.stop(0);
      await database.close();
      receiver.disconnect();
      rmSync(folder, { recursive: true });
    },
  };
}
