import { expect, test } from 'vitest';
import { headerNamesEmitter } from '../../src/emit/header-names.ts';
import { readContract } from '../../src/generate.ts';
import { copyFixture } from '../fixture-copy.ts';

test('a header that is marked in a document gets its function, and one that is marked twice gets one', async () => {
  await using copy = await copyFixture();
  await copy.edit(
    'openapi/components.yaml',
    'name: Idempotency-Key, in: header,',
    'name: X-Service-Trace-Id, in: header, x-header-word: "X-{word}-Trace-Id",',
  );
  const [file] = await headerNamesEmitter.emit(await readContract(copy.specs));
  const names = [
    ...(file?.content ?? '').matchAll(/export function (\w+)\(word: string\): string \{\n {2}return `X-\$\{word\}-(.*)`;/g),
  ].map(([, name, text]) => [name, text]);
  expect(names).toEqual([
    ['apiKeyHeader', 'ApiKey'],
    ['applicationIdHeader', 'ApplicationId'],
    ['licenseKeyHeader', 'LicenseKey'],
    ['traceIdHeader', 'Trace-Id'],
  ]);
});
