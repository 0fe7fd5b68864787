import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireCertificates } from '../../src/delivery/certificates.ts';
import { createCertificates } from '../harness/certificates.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(content: string): void {
  const file = join(folder, 'ca.pem');
  writeFileSync(file, content);
  requireCertificates(file);
}

test('certificates, an empty file and one that is not there yet can be used', async () => {
  const { authority, certificate } = await createCertificates();
  check(`${authority}\n${certificate}\n`);
  check('\n');
  requireCertificates(join(folder, 'later.pem'));
});

test.each([
  ['no certificate', 'nothing\n'],
  ['a broken certificate', '-----BEGIN CERTIFICATE-----\nbm9uZQ==\n-----END CERTIFICATE-----\n'],
])('a file that holds %s is refused', (_title, content) => {
  expect(() => check(content)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});
