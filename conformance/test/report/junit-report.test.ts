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

/** What JUnit's schema allows inside what, and the attributes that it demands. */
const grammar: Readonly<Record<string, { readonly inside: readonly string[]; readonly attributes: readonly string[] }>> = {
  testsuites: { inside: ['testsuite'], attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time'] },
  testsuite: { inside: ['properties', 'testcase'], attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'] },
  properties: { inside: ['property'], attributes: [] },
  property: { inside: [], attributes: ['name', 'value'] },
  testcase: { inside: ['skipped', 'failure', 'error'], attributes: ['name', 'classname', 'time'] },
  skipped: { inside: [], attributes: ['message'] },
  failure: { inside: [], attributes: ['message', 'type'] },
  error: { inside: [], attributes: ['message', 'type'] },
};

function violations({ name, attributes, children }: Element): readonly string[] {
  const rule = grammar[name];
  if (rule === undefined) return [`${name} is no element of JUnit`];
  const wrong = Object.keys(attributes).toSorted().join() === rule.attributes.toSorted().join() ? [] : [`${name} has other attributes`];
  const stray = children.filter((child) => !rule.inside.includes(child.name)).map((child) => `${child.name} in ${name}`);
  return [...wrong, ...stray, ...children.flatMap(violations)];
}

function cases(element: Element): readonly Element[] {
  return element.name === 'testcase' ? [element] : element.children.flatMap(cases);
}

describe('the JUnit report', () => {
  const root = parse(junitReport(sampleResult()));

  test('is well-formed, whatever a target answered, and has the structure of JUnit', () => {
    expect(violations(root)).toEqual([]);
  });

  test('counts what it holds', () => {
    const found = (name: string): number => cases(root).filter(({ children }) => children[0]?.name === name).length;
    expect(root.attributes).toMatchObject({
      tests: String(cases(root).length),
      failures: String(found('failure')),
      errors: String(found('error')),
      skipped: String(found('skipped')),
    });
    expect([found('failure'), found('error'), found('skipped')]).toEqual([1, 1, 3]);
  });

  test('tells of a failure what is needed to see it again, and takes a known one for no failure', () => {
    const [failure] = cases(root).flatMap(({ children }) => children.filter(({ name }) => name === 'failure'));
    expect(failure?.text).toContain('again: business-cloud-conformance service --config staging.yaml --rule IDEM-03 --seed 7');
    expect(failure?.text).toContain('curl -sS');
    expect(failure?.text).toContain('200 ]]> <b>bold</b>\ufffd');
    const known = cases(root).find(({ attributes }) => attributes.name?.startsWith('COMP-03'));
    expect(known?.children[0]).toMatchObject({ name: 'skipped', attributes: { message: 'known to fail: ticket 4711' } });
  });
});
