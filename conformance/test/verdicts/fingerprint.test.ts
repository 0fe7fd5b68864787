import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checks } from '../../src/generated/checks/registry.ts';
import { checkFile, fingerprints } from './fingerprint.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const at = (path: string): string => repository + path;
const texts = new Map<string, string>();
const read = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
};
const rules = checks.map(({ rule }) => rule);
const judge = at('conformance/test/mutants/judge-company.ts');
const [one, other] = ['sig/sig-01', 'ver/ver-01'].map((name) => [at(`conformance/mutants/${name}.ts`), judge]) as [string[], string[]];
const before = fingerprints(read);

/** The rules that must be judged again against a faulty service when a file has been touched. */
function touched(path: string, entries = one): readonly string[] {
  const after = fingerprints((file) => (file === at(path) ? `${read(file)}\n` : read(file)));
  return rules.filter((rule) => before(entries, rule) !== after(entries, rule));
}

describe('what a verdict rests on', () => {
  it('is the same as long as nothing has changed', () => {
    const again = fingerprints(read);
    expect(rules.filter((rule) => before(one, rule) !== again(one, rule))).toEqual([]);
  });

  it('is the check of its rule: a change of one leaves the verdicts on the others', () => {
    expect(touched('conformance/src/checks/hdr/hdr-01.ts')).toEqual(['HDR-01']);
  });

  it('is all that the check imports, for every rule that imports it, and for no others', () => {
    const importing = checks.map(({ rule }) => rule).filter((rule) => read(checkFile(rule)).includes('/refusals/refusal.ts'));
    const changed = touched('conformance/src/scenarios/refusals/refusal.ts');
    expect(changed).toEqual(expect.arrayContaining(importing));
    expect(changed.length).toBeLessThan(rules.length);
  });

  it('is the file of the faulty service: the others stay as they are', () => {
    expect(touched('conformance/mutants/sig/sig-01.ts', one)).toEqual(rules);
    expect(touched('conformance/mutants/sig/sig-01.ts', other)).toEqual([]);
  });

  it.for([
    'conformance/src/engine/judge-all.ts',
    'conformance/mutants/peer/proxy.ts',
    'conformance/mutants/composed.ts',
    'conformance/test/mutants/judge-company.ts',
    'conformance/test/mutants/judge-mutant.ts',
    'conformance/test/verdicts/judge-service.ts',
    'packages/service/src/composition/service.ts',
    'packages/service/package.json',
    'packages/server/src/index.ts',
    'packages/events/src/index.ts',
    'pnpm-lock.yaml',
  ])('is %s, for every rule', (path) => {
    expect(touched(path)).toEqual(rules);
  });

  it('leaves out no source of a run, of a peer or of the rightful service', () => {
    const seen = new Set<string>();
    const recorded = fingerprints((file) => {
      seen.add(file);
      return read(file);
    });
    const mutantFiles = globSync(at('conformance/mutants/*/*-*[0-9].ts'));
    for (const file of mutantFiles) for (const rule of rules) recorded([file, judge], rule);
    const sources = [
      ...globSync(at('conformance/src/{api,checks,engine,http,model,receiver,scenarios}/**/*.ts')),
      ...globSync(at('conformance/mutants/*/*.ts')),
      ...['events', 'server', 'service'].flatMap((name) => globSync(at(`packages/${name}/src/**/*.{ts,json}`))),
    ];
    const registry = at('conformance/src/generated/checks/registry.ts');
    expect(sources.filter((file) => file !== registry && !seen.has(file))).toEqual([]);
  });
});
