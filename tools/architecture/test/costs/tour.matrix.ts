import { afterAll, beforeAll, expect, test } from 'vitest';
import { sectionsOf } from './contributing.ts';
import { createStranger, REPOSITORY, type Stranger } from './stranger.ts';

const HANDLERS = 'packages/service/src/http/handlers.ts';

/** What a section of CONTRIBUTING promises. */
interface Promised {
  /** What it costs outside of the contract. */
  readonly byHand: readonly string[];
  holds(copy: Stranger): Promise<void>;
}

/** By the heading, in the order of the page. */
const PROMISES: Readonly<Record<string, Promised>> = {
  'Your first change': {
    byHand: [],
    async holds(copy) {
      expect(copy.read('packages/client/src/generated/customer.ts')).toMatch(/annotazione\?: string/);
      const found = await copy.run('node_modules/.bin/node conformance/test/changes/judge-member.ts Anagrafica annotazione');
      expect(JSON.parse(found)).toEqual({ kept: [], lost: ['RES-01 fail'] });
    },
  },
  'An error code': {
    byHand: [],
    async holds(copy) {
      for (const name of ['packages/client', 'packages/server', 'conformance']) {
        const { problems } = await copy.load(`${name}/src/generated/problems.ts`);
        expect(problems).toMatchObject({ 'kept-by-law': { status: 422 } });
      }
    },
  },
  'A limit': {
    byHand: [],
    async holds(copy) {
      expect(await copy.load('packages/service/src/generated/limits.ts')).toMatchObject({
        RETRIES_MAX: 3,
        RETRY_DELAYS_MS: [5000, 300_000, 1_800_000],
      });
      await copy.run("pnpm conformance --rule 'DLV-*'");
    },
  },
  'A deprecation': {
    byHand: [],
    async holds(copy) {
      expect(await copy.load('packages/server/src/generated/operations.ts')).toMatchObject({
        operations: { deleteArticolo: { deprecation: { since: '2026-12-01', sunset: '2027-12-01' } } },
      });
      expect(copy.read('packages/client/src/generated/customer.ts')).toMatch(/@deprecated/);
    },
  },
  'An event, and an operation that fires it': {
    byHand: ['packages/service/src/http/articolo.ts', HANDLERS],
    async holds(copy) {
      const { outcome, coverage } = await judged(copy, 'EVT-01');
      expect({ outcome, exercised: (coverage['articolo.Export'] ?? 0) > 0 }).toEqual({ outcome: 'pass', exercised: true });
    },
  },
  'A resource': {
    byHand: [HANDLERS],
    async holds(copy) {
      expect(await copy.load('packages/client/src/generated/operations.ts')).toMatchObject({ operations: { createMagazzino: {} } });
      const { outcome, coverage } = await judged(copy, 'RES-01');
      expect({ outcome, exercised: (coverage.createMagazzino ?? 0) > 0 }).toEqual({ outcome: 'pass', exercised: true });
    },
  },
  'A rule': {
    byHand: ['conformance/mutants/hdr/hdr-11.ts', 'conformance/src/checks/hdr/hdr-11.ts', 'packages/server/src/pipeline/admission.ts'],
    async holds(copy) {
      const { outcome, coverage, faulty } = await judged(copy, 'HDR-11');
      expect({ outcome, faulty }).toEqual({ outcome: 'pass', faulty: { 'HDR-11-long-id-cut': 'fail' } });
      expect(Object.entries(coverage).filter(([, times]) => times === 0)).toEqual([]);
    },
  },
};

const SECTIONS = sectionsOf(REPOSITORY);
const AFTER_EACH = SECTIONS.find(({ heading }) => heading === 'Change the contract')?.blocks ?? [];

let copy: Stranger;
beforeAll(async () => {
  copy = await createStranger();
});
afterAll(() => copy[Symbol.asyncDispose]());

test('every change of the contract that CONTRIBUTING shows has a promise here, and fits the repository as it is', async () => {
  const [from, to] = ['Your first change', 'Change the code'].map((name) => SECTIONS.findIndex(({ heading }) => heading === name));
  const changes = SECTIONS.slice(from, to).filter(({ heading, blocks }) => heading !== 'Change the contract' && blocks.length > 0);
  expect(changes.map(({ heading }) => heading)).toEqual(Object.keys(PROMISES));
  const diffs = changes.flatMap(({ blocks }) => blocks).filter(({ language, text }) => language === 'diff' || text.startsWith('git apply'));
  expect(diffs.length).toBeGreaterThanOrEqual(changes.length);
  for (const diff of diffs) await copy.fits(diff);
});

test.each(Object.entries(PROMISES))(
  '%s: its commands work as they are written, and it costs what it promises',
  async (heading, promised) => {
    const { blocks = [] } = SECTIONS.find((section) => section.heading === heading) ?? {};
    for (const block of blocks) await copy.follow(block);
    // The first change has these commands in its own steps.
    if (heading !== 'Your first change') for (const block of AFTER_EACH) await copy.follow(block);
    expect((await copy.byHand()).toSorted()).toEqual(promised.byHand.toSorted());
    await promised.holds(copy);
  },
);

test('at the end everything is answered for, compiles, and is checked', async () => {
  await copy.run('pnpm changeset contact-notes && pnpm check');
});

/** What `conformance/test/changes/judge-rule.ts` prints. */
interface Judged {
  readonly outcome: string;
  readonly coverage: Readonly<Record<string, number>>;
  readonly faulty: Readonly<Record<string, string>>;
}

async function judged(stranger: Stranger, rule: string): Promise<Judged> {
  return JSON.parse(await stranger.run(`node_modules/.bin/node conformance/test/changes/judge-rule.ts ${rule}`)) as Judged;
}
