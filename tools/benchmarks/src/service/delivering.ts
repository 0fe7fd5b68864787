import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startDelivery } from '../../../../packages/service/src/delivery/delivery.ts';
import { createClock } from '../../../../packages/service/src/model/clock.ts';
import { accountId, companyId } from '../../../../packages/service/src/model/ids.ts';
import { createMetrics, type Metrics } from '../../../../packages/service/src/monitoring/metrics.ts';
import { createSealer } from '../../../../packages/service/src/security/sealing.ts';
import { recordEvent } from '../../../../packages/service/src/store/event-recorder.ts';
import { openDatabase } from '../../../../packages/service/src/store/open-database.ts';
import { migrate } from '../../../../packages/service/src/store/sql/migrations.ts';
import { webhookStore } from '../../../../packages/service/src/store/webhook-store.ts';

/** A worker with webhooks at one receiver, which is a process of its own. */
export interface Delivering {
  readonly url: string;
  readonly authority: string;
  /** Records events and delivers each to every webhook; only if none hangs. */
  deliver(events: number): Promise<void>;
  /** Records an event, and waits until every webhook that answers has confirmed it. */
  confirm(): Promise<void>;
  close(): Promise<void>;
}

const ADA = accountId('ada');
const COMPANY = companyId(1);
const EVENT = 'Anagrafica.Create';
export const OBJECT = { id: 1, nome: 'Ferramenta Aurora S.r.l.', concurrencyToken: 1 };

/**
 * @param webhooks how many webhooks get each event
 * @param hanging how many more get each event and never answer
 */
export async function startDelivering(webhooks: number, hanging: number = 0): Promise<Delivering> {
  const receiver = fork(join(import.meta.dirname, 'confirming-receiver.ts'));
  const [{ port, authority }] = await once(receiver, 'message');
  const url = `https://localhost:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const deliveryCaFile = join(folder, 'ca.pem');
  writeFileSync(deliveryCaFile, authority);
  const database = await openDatabase(join(folder, 'data.sqlite'));
  await migrate(database);
  const { connection, migrating } = database;
  await migrating.insertInto('account_company').values({ account_id: ADA, company_id: COMPANY }).execute();
  const sealer = createSealer(randomBytes(32));
  const store = webhookStore(connection, ADA, sealer);
  for (let index = 0; index < webhooks + hanging; index += 1) {
    const path = index < webhooks ? '/hook' : '/hang';
    await store.insert({ aziendaId: COMPANY, url: url + path, description: null, events: [EVENT] });
  }
  const metrics = createMetrics(connection);
  let onConfirmed = (): void => undefined;
  const attempted: Metrics['attempted'] = (attempt) => {
    metrics.attempted(attempt);
    if (attempt.confirmed) onConfirmed();
  };
  const input = { database, sealer, clock: createClock(), log: pino({ level: 'silent' }), metrics: { ...metrics, attempted } };
  const delivery = await startDelivery(input, { deliveryCaFile, deliveryAllow: ['127.0.0.0/8'], drainMs: 0 });
  const record = (events: number): Promise<void> =>
    database.units.run(async (unit) => {
      for (let index = 0; index < events; index += 1) {
        const happened = { applicationId: 'bench', occurredAt: Date.now(), origin: 'cloud' as const };
        await recordEvent(unit.connection, { companyId: COMPANY, type: EVENT, object: OBJECT, ...happened });
      }
    });
  return {
    url,
    authority,
    async deliver(events) {
      await record(events);
      await delivery.settled();
    },
    async confirm() {
      let left = webhooks;
      const all = new Promise<void>((resolve) => {
        onConfirmed = () => {
          left -= 1;
          if (left === 0) resolve();
        };
      });
      await record(1);
      delivery.wake();
      await all;
    },
    async close() {
      await delivery.stop();
      await database.close();
      receiver.disconnect();
      rmSync(folder, { recursive: true });
    },
  };
}
