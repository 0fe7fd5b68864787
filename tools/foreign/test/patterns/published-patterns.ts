import { readFile } from 'node:fs/promises';
import { DOCUMENTS, documentFile, limits } from '../documents.ts';

/** What every engine is asked: whether each pattern matches each text. */
export interface Questions {
  readonly patterns: readonly string[];
  readonly texts: readonly string[];
}

/** How many examples of a pattern are bent into near misses. */
const BENT = 5;
/** Ends of lines, controls, and what engines differ in by case, by script or by the length of a character. */
const ODD = ['\n', '\r', '\u0085', '\u2028', '\0', '\x1f', '\x7f', ' ', '\u00a0', 'é', 'ſ', '\u212a', '٣', '😀', '.', '-', '_', '/'];

/** Every pattern that is published, with the examples that are published and near misses of those that it accepts. */
export async function publishedPatterns(): Promise<Questions> {
  const documents = await Promise.all(
    DOCUMENTS.map(async (name): Promise<unknown> => JSON.parse(await readFile(documentFile(name, 'json'), 'utf8'))),
  );
  const registered = Object.values(await limits()).filter(({ unit }) => unit === 'pattern');
  const found = [...documents.flatMap(patternsOf), ...registered.map(({ value }) => value)];
  const patterns = [...new Set(found.filter((it) => typeof it === 'string'))].sort();
  const examples = [...new Set(documents.flatMap(examplesOf))];
  const bent = patterns.flatMap((pattern) => examples.filter(matcher(pattern)).slice(0, BENT)).flatMap(nearMisses);
  return { patterns, texts: [...new Set([...examples, ...bent])] };
}

/** Whether ECMAScript, which JSON Schema goes by, finds a pattern in a text. */
export function matcher(pattern: string): (text: string) => boolean {
  const expression = new RegExp(pattern, 'u');
  return (text) => expression.test(text);
}

function patternsOf(node: unknown): readonly string[] {
  return entries(node).flatMap(([name, value]) => {
    if (name === 'pattern' && typeof value === 'string') return [value];
    return name.startsWith('x-') || isExample(name) ? [] : patternsOf(value);
  });
}

function examplesOf(node: unknown): readonly string[] {
  return entries(node).flatMap(([name, value]) => (isExample(name) ? textsIn(value) : examplesOf(value)));
}

function textsIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : entries(value).flatMap(([, member]) => textsIn(member));
}

function entries(node: unknown): readonly (readonly [string, unknown])[] {
  return typeof node === 'object' && node !== null ? Object.entries(node) : [];
}

function isExample(name: string): boolean {
  return name === 'example' || name === 'examples';
}

function nearMisses(text: string): readonly string[] {
  const middle = Math.floor(text.length / 2);
  const odd = ODD.flatMap((sign) => [text + sign, sign + text, text.slice(0, middle) + sign + text.slice(middle + 1)]);
  return [text.slice(1), text.slice(0, -1), text + text, text.toLowerCase(), text.toUpperCase(), ...odd];
}
