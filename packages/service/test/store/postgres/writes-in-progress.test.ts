import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CompanyId, companyId } from '../../../src/model/ids.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import type { Database } from '../../../src/store/sql/database.ts';
import { isUnavailable } from '../../../src/store/sql/unavailability.ts';
import { freshDatabase } from '../../harness/stores.ts';

const [NOISY, QUIET] = [companyId(1), companyId(2)];
const [CONNECTIONS, WAITING] = [2, 3];

let database: Database;

beforeEach(async () => {
  database = await openDatabase(await freshDatabase(), { connectionsMax: CONNECTIONS, waitingWritesMax: WAITING });
});
afterEach(() => database.close());

/** Begins writes that last until they are released, and notes those that are refused. */
function beginWrites(company: CompanyId | undefined, count: number) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const refusals: unknown[] = [];
  const write = (index: number) =>
    index % 2 === 0
      ? database.units.run(() => released, company)
      : database.units.runLocked(`key ${company} ${index}`, () => released.then(() => true), company);
  const ended = Promise.all(Array.from({ length: count }, (_, index) => write(index).catch((error: unknown) => refusals.push(error))));
  return { refusals, release, ended };
}

test('of one company only so many writes wait for a connection: the rest is unavailable at once, and no other company is refused', async () => {
  const noisy = beginWrites(NOISY, 20);
  const quiet = beginWrites(QUIET, CONNECTIONS + WAITING);
  await vi.waitFor(() => expect(noisy.refusals).toHaveLength(20 - CONNECTIONS - WAITING), 150_000);
  expect(noisy.refusals.every(isUnavailable)).toBe(true);
  noisy.release();
  quiet.release();
  await Promise.all([noisy.ended, quiet.ended]);
  expect(quiet.refusals).toEqual([]);
  const after = beginWrites(NOISY, CONNECTIONS + WAITING);
  after.release();
  await after.ended;
  expect(after.refusals).toEqual([]);
});

test('what belongs to no company is not counted', async () => {
  const writes = beginWrites(undefined, 20);
  writes.release();
  await writes.ended;
  expect(writes.refusals).toEqual([]);
});
