import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { faultsOfPage, lostPages, writtenPages } from '../src/pages.ts';

const ROOT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'business-cloud-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Where the faults of a page with this text are. */
function places(page: string, text: string): readonly (string | undefined)[] {
  mkdirSync(dirname(join(folder, page)), { recursive: true });
  writeFileSync(join(folder, page), text);
  return faultsOfPage(folder, page).map((fault) => fault.split(' ')[0]);
}

describe('the pages of the repository', () => {
  const pages = writtenPages(ROOT);

  test('are found, and none that is generated', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', '.github/pull_request_template.md', 'packages/client/README.md']));
    expect(pages).not.toContain('conformance/docs/ledger.md');
  });

  test('have short lines, short doors and links that lead somewhere', () => {
    expect(pages.flatMap((page) => faultsOfPage(ROOT, page))).toEqual([]);
  });

  test('are linked by others, as far as they are in docs', () => {
    expect(lostPages(ROOT)).toEqual([]);
  });
});

test('a line of 120 characters is short enough, and one of 121 is not, in tables too', () => {
  expect(places('a.md', `${'x'.repeat(120)}\n\n${'è'.repeat(121)}\n| ${'x'.repeat(117)} |\n`)).toEqual(['a.md:3', 'a.md:4']);
});

test('the README of a published package has less than 150 lines, and any other page may have more', () => {
  expect(places('packages/client/README.md', 'x\n'.repeat(149))).toEqual([]);
  expect(places('packages/client/README.md', 'x\n'.repeat(150))).toEqual(['packages/client/README.md:150']);
  expect(places('tools/release/README.md', 'x\n'.repeat(150))).toEqual([]);
});

test('a link leads to a file and a heading that are there, written in either way', () => {
  places('docs/client/errors.md', '# Errors\n\n## What is `repeated`, when\n');
  const repository = 'https://github.com/business-cloud/business-cloud/blob/main';
  const good = ['docs/client/errors.md', 'docs/client/errors.md#what-is-repeated-when', `${repository}/docs/client`, 'https://x.example'];
  const bad = ['docs/errors.md', 'docs/client/errors.md#repeated', `${repository}/docs/none.md`, '#none'];
  const page = (links: readonly string[]): string => links.map((link) => `[x](${link})\n[x]: ${link}\n`).join('');
  expect(places('b.md', page(good))).toEqual([]);
  expect(places('c.md', page(bad))).toEqual(bad.flatMap((_, index) => [`c.md:${2 * index + 1}`, `c.md:${2 * index + 2}`]));
});

test('a page of docs that nobody links to is lost, and a link to itself finds nobody', () => {
  places('docs/server/found.md', '# Found\n');
  places('docs/server/lost.md', '# Lost\n\n[x](#lost)\n');
  places('packages/server/README.md', `[x]: https://github.com/business-cloud/business-cloud/blob/main/docs/server/found.md\n`);
  expect(lostPages(folder).filter((page) => page.startsWith('docs/server/'))).toEqual(['docs/server/lost.md']);
});
