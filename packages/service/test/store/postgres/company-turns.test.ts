import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { companyId } from '../../../src/model/ids.ts';
import { companyStore } from '../../../src/store/company-store.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import type { Database } from '../../../src/store/sql/database.ts';
import { migrate } from '../../../src/store/sql/migrations.ts';
import { isUnavailable } from '../../../src/store/sql/unavailability.ts';
import { freshDatabase } from '../../harness/stores.ts';

const [NOISY, QUIET] = [companyId(1), companyId(2)];

let database: Database;

beforeEach(async () => {
  database = await openDatabase(await freshDatabase());
  await migrate(database);
  for (const id of [NOISY, QUIET])
    await database.migrating.insertInto('company').values({ id, license_hash: '', document: '{}' }).execute();
});
afterEach(() => database.close());

/** A unit that has a company to itself while it works. */
const serialized = (id: typeof NOISY, work: () => Promise<unknown> = async () => undefined) =>
  database.units.run(async ({ connection }) => {
    await companyStore(connection, id).serialize();
    await work();
  });

/** Takes the noisy company, until the returned function is called. */
async function holdNoisy(): Promise<() => Promise<void>> {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let holder: Promise<void> | undefined;
  await new Promise<void>((taken) => {
    holder = serialized(NOISY, () => {
      taken();
      return held;
    });
  });
  return async () => {
    end();
    await holder;
  };
}

test('units that wait for a company hold no connection: those of another go on', async () => {
  const release = await holdNoisy();
  const waiting = Array.from({ length: 60 }, () => serialized(NOISY));
  await Promise.all(Array.from({ length: 60 }, () => serialized(QUIET)));
  await release();
  await Promise.all(waiting);
});

test('units of one company have it one at a time', async () => {
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, () =>
      serialized(NOISY, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
});

test('of one company only so many wait: the rest is unavailable at once', async () => {
  const release = await holdNoisy();
  const refusals: unknown[] = [];
  const settled = Array.from({ length: 200 }, () => serialized(NOISY).catch((error: unknown) => refusals.push(error)));
  await vi.waitFor(() => expect(refusals).toHaveLength(200 - 128), 150_000);
  await release();
  await Promise.all(settled);
  expect(refusals).toHaveLength(200 - 128);
  expect(refusals.every(isUnavailable)).toBe(true);
});
