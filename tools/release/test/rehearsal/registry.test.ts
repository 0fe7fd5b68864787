import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type LocalRegistry, requireServed, startRegistry } from '../../src/rehearsal/registry.ts';
import { type PackedFolder, packedFolder } from './packed-folder.ts';

async function started(): Promise<{ packed: PackedFolder; registry: LocalRegistry }> {
  const packed = await packedFolder();
  const registry = await startRegistry(join(packed.folder, '../registry'));
  onTestFinished(async () => {
    await registry.close();
    await packed[Symbol.asyncDispose]();
  });
  return { packed, registry };
}

test('the registry serves the bytes that were packed', async () => {
  const { packed, registry } = await started();
  await registry.publish(packed.folder, [packed.tarball]);
  await expect(requireServed(registry.url, packed.tarball)).resolves.toBeUndefined();
});

test('a tarball that is packed again before it is published is found out', async () => {
  const { packed, registry } = await started();
  await packed.repack();
  await registry.publish(packed.folder, [packed.tarball]);
  await expect(requireServed(registry.url, packed.tarball)).rejects.toMatchObject({ code: 'tarball-changed' });
});

test('the registry takes packages of our scope from nowhere else, and has no others', async () => {
  const { registry } = await started();
  expect((await fetch(`${registry.url}/@business-cloud%2fclient`)).status).toBe(404);
  expect((await fetch(`${registry.url}/typescript`)).ok).toBe(false);
});
