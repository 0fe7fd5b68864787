import type { DedupeStore } from '@business-cloud/events';
import { storeTests } from '@business-cloud/events/store-tests';

/** `test` is the one of Vitest, Jest or node:test. `connect` gives your store, with a connection of its own. */
export function testStore(
  test: (name: string, run: () => Promise<void>) => void,
  connect: () => Promise<DedupeStore<unknown>>,
): void {
  const open = async () => ({ nodes: [await connect(), await connect()] });
  for (const { name, run } of storeTests(open)) test(name, run);
}
