import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { junitReport } from '../../src/report/junit-report.ts';
import { sampleResult } from './sample-result.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Parses strictly: a document that is not well-formed XML throws. */
function parse(xml: string): Element {
  const open: Element[] = [{ name: '', attributes: {}, children: [], text: '' }];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const [root] = open[0]?.children ?? [];
  if (root === undefined) throw new Error('no element');
  return root;
}

function cases(element: Element): readonly Element[] {
  return element.name === 'testcase' ? [element] : element.children.flatMap(cases);
}

describe('the JUnit report', () => {
  const root = parse(junitReport(sampleResult()));

  const without =
    spawnSync('xmllint', ['--version']).error === undefined ? '' : ' (skipped: there is no xmllint; apt-get install libxml2-utils)';

  test.skipIf(without !== '')(`is what the schema of Jenkins says, whatever a target answered${without}`, () => {
    const args = ['--noout', '--schema', fileURLToPath(new URL('junit-10.xsd', import.meta.url)), '-'];
    const { status, stderr } = spawnSync('xmllint', args, { input: junitReport(sampleResult()), encoding: 'utf8' });
    expect(stderr).toMatch(/ validates$/m);
    expect(status).toBe(0);
  });

  test('counts what it holds', () => {
    const found = (name: string): number => cases(root).filter(({ children }) => children[0]?.name === name).length;
    expect(root.attributes).toMatchObject({
      tests: String(cases(root).length),
      failures: String(found('failure')),
      errors: String(found('error')),
    });
    expect([found('failure'), found('error'), found('skipped')]).toEqual([1, 1, 3]);
  });

  test('shows how to reproduce a failure, and counts a known failure as none', () => {
    const [failure] = cases(root).flatMap(({ children }) => children.filter(({ name }) => name === 'failure'));
    expect(failure?.text).toContain('again: business-cloud-conformance service --config staging.yaml --rule IDEM-03 --seed 7');
    expect(failure?.text).toContain('curl -sS');
    expect(failure?.text).toContain('200 ]]> <b>bold</b>\ufffd');
    const known = cases(root).find(({ attributes }) => attributes.name?.startsWith('COMP-03'));
    expect(known?.children[0]).toMatchObject({ name: 'skipped', attributes: { message: 'known to fail: ticket 4711' } });
  });
});
