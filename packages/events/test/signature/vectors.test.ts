import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ENTRIES, verdict } from '../entries.ts';

interface Vector {
  readonly secret: string;
  readonly header: string | null;
  readonly bodyBase64: string;
  readonly nowSeconds: number;
  readonly toleranceSeconds: number;
  readonly expected: string;
}

const FOLDER = join(import.meta.dirname, '../../../../specs/examples/signatures');
const FILES = await vectorsIn(FOLDER);
const hasOpenssl = await promisify(execFile)('openssl', ['version']).then(
  () => true,
  () => false,
);

test.for(FILES)('%s: what openssl signed is judged as the vector says, by every entry', async (file) => {
  const { secret, header, bodyBase64, nowSeconds, toleranceSeconds, expected }: Vector = JSON.parse(
    await readFile(join(FOLDER, file), 'utf8'),
  );
  const body = Uint8Array.from(Buffer.from(bodyBase64, 'base64'));
  for (const entry of ENTRIES) expect(await verdict(entry, { secret, header, body, nowSeconds, toleranceSeconds })).toBe(expected);
});

test('the vectors are what their script makes by openssl', async ({ skip }) => {
  skip(!hasOpenssl, 'there is no openssl; apt-get install openssl');
  const folder = await mkdtemp(join(tmpdir(), 'vectors-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await promisify(execFile)('bash', [join(FOLDER, 'generate.sh'), folder]);
  expect(await vectorsIn(folder)).toEqual(FILES);
  for (const file of FILES) expect(await readFile(join(folder, file), 'utf8')).toBe(await readFile(join(FOLDER, file), 'utf8'));
});

async function vectorsIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
}
