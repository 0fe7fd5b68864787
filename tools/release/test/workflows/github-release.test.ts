import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { licensesFile } from '../../src/tarballs/licenses.ts';
import { type Tarball, writeManifest } from '../../src/tarballs/manifest.ts';
import { workflows } from './workflow.ts';

const script =
  workflows
    .find(({ file }) => file.endsWith('release.yml'))
    ?.jobs.get('github-release')
    ?.steps?.at(-1)?.run ?? '';
const hasJq = spawnSync('jq', ['--version']).status === 0;
const tarballs: readonly Tarball[] = ['client', 'events'].map((name) => ({
  name: `@business-cloud/${name}`,
  version: '1.2.3',
  file: `business-cloud-${name}-1.2.3.tgz`,
  integrity: 'sha512-',
}));
// Stands in for GitHub: the events are released already, and what is created is noted.
const GH = `#!/bin/sh
case "$2 $3" in
  'view @business-cloud/events@1.2.3') exit 0 ;;
  view*) exit 1 ;;
esac
printf '%s\\n' "$@" >> created
`;

let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'github-release-'));
  await mkdir(join(folder, 'packed'));
  await writeManifest(join(folder, 'packed'), tarballs);
  writeFileSync(join(folder, 'gh'), GH, { mode: 0o755 });
});

afterEach(() => rmSync(folder, { recursive: true }));

test.skipIf(!hasJq)('a version gets its tag with its release, once, and what it brings beside it (needs jq)', () => {
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, GITHUB_SHA: 'a0b1c2d' };
  expect(spawnSync('bash', ['--norc', '-e', '-c', script], { cwd: folder, env, encoding: 'utf8' })).toMatchObject({ status: 0 });
  const created = readFileSync(join(folder, 'created'), 'utf8').split('\n');
  // The tag that the next rehearsal looks for, on the commit that was published.
  expect(created.slice(0, 5)).toEqual(['release', 'create', '@business-cloud/client@1.2.3', '--target', 'a0b1c2d']);
  const [file = ''] = tarballs.map((tarball) => tarball.file);
  expect(created.filter((argument) => argument.startsWith('packed/'))).toEqual([
    `packed/${file}`,
    `packed/sbom/${file.replace(/\.tgz$/, '.cdx.json')}`,
    `packed/licenses/${licensesFile({ file })}`,
  ]);
});
