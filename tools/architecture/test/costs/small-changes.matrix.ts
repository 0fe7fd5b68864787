import { expect, test } from 'vitest';
import { copyWorkspace, generatedPackages, type WorkspaceCopy, whole } from '../workspace-copy.ts';
import { addEventType } from './event-type.ts';
import { addHeaderRule } from './header-rule.ts';

const HANDLERS = 'packages/service/src/http/handlers.ts';

test('an optional member costs nothing outside the contract, and who loses it is told so', async () => {
  await using copy = copyWorkspace(whole);
  const telefono = '  telefono:\n';
  const annotazione = '  annotazione:\n    type: string\n    description: A note.\n    maxLength: 80\n';
  copy.edit('specs/schemas/AnagraficaInput.yaml', telefono, annotazione + telefono);
  await regenerated(copy);
  expect(copy.byHand()).toEqual([]);
  const found = await copy.run('conformance/test/changes/judge-member.ts', 'Anagrafica', 'annotazione');
  expect(JSON.parse(found)).toEqual({ kept: [], lost: ['RES-01 fail'] });
});

test('an event type costs a handler, and is judged', async () => {
  await using copy = copyWorkspace(whole);
  addEventType(copy);
  await regenerated(copy);
  expect(copy.byHand()).toEqual(['packages/service/src/http/articolo.ts', HANDLERS]);
  const { outcome, coverage } = await judged(copy, 'EVT-01');
  expect({ outcome, exercised: (coverage['articolo.Export'] ?? 0) > 0 }).toEqual({ outcome: 'pass', exercised: true });
});

test('another number of retries costs nothing outside the contract, and is what the service makes', async () => {
  await using copy = copyWorkspace(whole);
  copy.edit('specs/limits.yaml', 'value: [5, 300, 1800, 7200, 18000]', 'value: [5, 300, 1800]');
  copy.edit('specs/limits.yaml', 'value: 5\n  unit: times\n', 'value: 3\n  unit: times\n');
  await regenerated(copy);
  expect(copy.byHand()).toEqual([]);
  await copy.run('conformance/test/reference/judge-reference.ts', '--rule', 'DLV-*');
});

test('a rule about a header of all requests costs its check, its mutant and a line of the server', async () => {
  await using copy = copyWorkspace(whole);
  addHeaderRule(copy);
  await regenerated(copy);
  expect(copy.byHand()).toEqual([
    'conformance/src/checks/hdr/hdr-11.ts',
    'conformance/mutants/hdr/hdr-11.ts',
    'packages/server/src/pipeline/admission.ts',
  ]);
  const { outcome, coverage, faulty } = await judged(copy, 'HDR-11');
  expect({ outcome, faulty }).toEqual({ outcome: 'pass', faulty: { 'HDR-11-long-id-cut': 'fail' } });
  expect(Object.entries(coverage).filter(([, times]) => times === 0)).toEqual([]);
});

/** What `conformance/test/changes/judge-rule.ts` prints. */
interface Judged {
  readonly outcome: string;
  readonly coverage: Readonly<Record<string, number>>;
  readonly faulty: Readonly<Record<string, string>>;
}

async function judged(copy: WorkspaceCopy, rule: string): Promise<Judged> {
  return JSON.parse(await copy.run('conformance/test/changes/judge-rule.ts', rule)) as Judged;
}

/** Generates and compiles all that the contract reaches. */
async function regenerated(copy: WorkspaceCopy): Promise<void> {
  await copy.generate(...generatedPackages);
  for (const name of generatedPackages) expect(await copy.check(name)).toBe('');
}
