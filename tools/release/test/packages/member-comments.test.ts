import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type PackagePages, readPackages } from '../../src/pages/read-packages.ts';
import { undocumented } from '../../src/pages/undocumented.ts';
import { publishedPackages } from '../../src/repository.ts';
import { typedEntries } from '../../src/typed-entries.ts';

/** A package with faults, which is read beside ours. */
const SEEDED = `
/** Options of {@link greet}. */
export interface Options {
  readonly plain: string;
  /** Format: date */
  readonly formatted: string;
  /** Whom to greet. */
  readonly told: Told;
  /** What to call. */
  readonly called: { when: string };
}
interface Told { name: string }
export interface More extends Options {}
/** Greets as {@link nothing} does. */
export declare function greet(options: { whom: string }): void;
export declare function leave(): void;
export declare const greetings: readonly string[];
/** What can be greeted, by number. */
export declare const table: { readonly 1: 'one' };
/** Says no. */
export declare class Refusal {
  readonly code: number;
  get status(): number;
  repeat(): void;
  /** Says no more. */
  end(): void;
}
`;

let pages: PackagePages;
let names: readonly string[];

// The packages were built before they were packed.
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comments-'));
  const seeded = { specifier: 'seeded', module: 'index', declarations: join(folder, 'index.d.ts') };
  await writeFile(seeded.declarations, SEEDED);
  const entries = await Promise.all(publishedPackages().map(typedEntries));
  pages = await readPackages([...entries.flat(), seeded]);
  names = undocumented(pages.project);
  await rm(folder, { recursive: true });
});

test('every public member of every package has a sentence', () => {
  expect(pages.project.children?.length).toBeGreaterThan(20);
  expect(names.filter((name) => !name.startsWith('seeded.'))).toEqual([]);
});

test('each kind of member without a sentence is found', () => {
  expect(names.filter((name) => name.startsWith('seeded.'))).toEqual([
    'seeded.More',
    'seeded.More.called.__type.when',
    'seeded.More.formatted',
    'seeded.More.plain',
    'seeded.Refusal.code',
    'seeded.Refusal.repeat',
    'seeded.Refusal.status',
    'seeded.Told',
    'seeded.Told.name',
    'seeded.greetings',
    'seeded.leave',
  ]);
});

test('TypeDoc warns of the seeded link that leads nowhere, and of nothing else', () => {
  expect(pages.warnings).toBe(1);
});
