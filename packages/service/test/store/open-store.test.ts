import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDEMPOTENCY_RETENTION_MS } from '@business-cloud/server';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClock } from '../../src/model/clock.ts';
import { accountId } from '../../src/model/ids.ts';
import { answerStore } from '../../src/store/answer-store.ts';
import { openStore } from '../../src/store/open-store.ts';

const log = pino({ level: 'silent' });
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('D-12: whether a stored answer counts that another key sealed is a matter of the service’s clock', async () => {
  const file = join(folder, 'data.sqlite');
  const clock = createClock();
  const { database, sealer } = await openStore({ database: file, sealingKey: randomBytes(32), log }, clock);
  const answers = answerStore(database.connection, accountId('ada'), sealer, clock.now);
  await answers.keep({ key: 'k', fingerprint: 'f' }, { status: 201, headers: {}, body: '' });
  await database.close();

  const again = { database: file, sealingKey: randomBytes(32), log };
  await expect(openStore(again, clock)).rejects.toMatchObject({ code: 'key-unusable' });
  clock.advance(IDEMPOTENCY_RETENTION_MS);
  await (await openStore(again, clock)).database.close();
});
