import { describe, expect, test } from 'vitest';
import { bundleDocument, DOCUMENTS, type DocumentName, toJson, toYaml } from '../../build/bundle.ts';

const names = Object.keys(DOCUMENTS) as DocumentName[];

describe.each(names)('the bundle of %s', (name) => {
  test('refers to nothing outside itself', async () => {
    const json = toJson(await bundleDocument(name));
    const references = [...json.matchAll(/"\$ref": "([^"]*)"/g)].map(([, reference]) => reference);
    expect(references.filter((reference) => !reference?.startsWith('#/'))).toEqual([]);
    expect(json).not.toContain('externalValue');
  });

  test('has the same bytes each time', async () => {
    const [once, again] = [await bundleDocument(name), await bundleDocument(name)];
    expect(toYaml(once)).toBe(toYaml(again));
    expect(toJson(once)).toBe(toJson(again));
  });
});
