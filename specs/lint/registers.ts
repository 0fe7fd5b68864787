import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '@business-cloud/runtime';
import { ContractError } from './contract-error.ts';
import type { Finding } from './finding.ts';
import { SourceFile } from './source-file.ts';
import { isNode, nodeOf } from './visitor.ts';

/** The members that the rows of a register have: those that each needs, and those that it may have. */
interface Members {
  readonly needed: readonly string[];
  readonly free: readonly string[];
}

const PROBLEM: Members = { needed: ['code', 'status', 'retryable', 'raisedBy', 'title'], free: ['states'] };
const LIMIT: Members = { needed: ['description', 'value', 'unit', 'better'], free: ['clause', 'decision'] };
const RULE: Members = {
  needed: ['id', 'level', 'role', 'clause', 'statement'],
  free: ['strength', 'decisions', 'unobservable', 'nowhere', 'binds'],
};

const UNITS = ['ms', 's', 'min', 'h', 'd', 'KiB', 'MiB', 'characters', 'entries', 'times', 'share', 'number', 'text', 'pattern'];

/** Judges all files by their form: they can be read, and the rows of the registers have the members that we know and no other. */
export function checkRegisters(folder: string): readonly Finding[] {
  return [
    ...checkFile(folder, 'problems.yaml', (file) => checkRows(file, PROBLEM)),
    ...checkFile(folder, 'limits.yaml', (file) => [...checkRows(file, LIMIT), ...checkValues(file)]),
    ...checkFile(folder, 'sections.yaml', checkSections),
    ...['asyncapi', 'openapi', 'schemas'].flatMap((name) => yamlFiles(folder, name)).flatMap((name) => checkFile(folder, name, () => [])),
    ...yamlFiles(folder, 'rules').flatMap((name) => checkFile(folder, name, (file) => checkRows(file, RULE))),
    ...examplesIn(folder).flatMap((name) => checkFile(folder, name, checkExample)),
  ];
}

/** The YAML files below a folder of the contract, in the order of their names. */
export function yamlFiles(folder: string, name: string): readonly string[] {
  const path = join(folder, name);
  const files = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  return files
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => join(name, file));
}

/** The examples of the contract, without the signatures, which are no exchanges. */
export function examplesIn(folder: string): readonly string[] {
  return readdirSync(join(folder, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.startsWith('signatures'))
    .sort()
    .map((file) => join('examples', file));
}

function checkFile(folder: string, name: string, check: (file: SourceFile) => readonly Finding[]): readonly Finding[] {
  try {
    return check(new SourceFile(folder, name));
  } catch (error) {
    if (error instanceof ContractError) return error.findings;
    throw error;
  }
}

function checkRows(file: SourceFile, members: Members): readonly Finding[] {
  const { content } = file;
  if (typeof content !== 'object' || content === null) return [{ where: file.at(), message: 'It holds no rows. Write some.' }];
  return Object.entries(content).flatMap(([name, row]: [string, unknown]) => {
    if (!isNode(row)) return [{ where: file.at(name), message: `The row has no members. It needs ${members.needed.join(', ')}.` }];
    const known = [...members.needed, ...members.free];
    const unknown = Object.keys(row).filter((member) => !known.includes(member));
    const missing = members.needed.filter((member) => row[member] === undefined);
    return [
      ...unknown.map((member) => ({ where: file.at(name, member), message: `A row has no member ${member}. ${insteadOf(member, known)}` })),
      ...missing.map((member) => ({ where: file.at(name), message: `The row has no ${member}. Add it.` })),
    ];
  });
}

/** The value of a limit fits its unit, which is one that we know. */
function checkValues(file: SourceFile): readonly Finding[] {
  return Object.entries(nodeOf(file.content)).flatMap(([name, row]) => {
    const { value, unit } = nodeOf(row);
    if (typeof unit === 'string' && !UNITS.includes(unit))
      return [{ where: file.at(name, 'unit'), message: `There is no unit ${unit}. ${insteadOf(unit, UNITS)}` }];
    if (unit === 'pattern' && !isPattern(String(value)))
      return [{ where: file.at(name, 'value'), message: 'The pattern is no regular expression. Correct it.' }];
    return [];
  });
}

/** Whether a text is a regular expression, read as JSON Schema reads it. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** What to write in place of a name that is not known: the nearest one, or one of all. */
export function insteadOf(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? `Write one of ${known.join(', ')}.` : `Did you mean ${meant}?`;
}

function checkSections(file: SourceFile): readonly Finding[] {
  if (!isNode(file.content)) return [{ where: file.at(), message: 'It holds no headings. Write them with their items.' }];
  const broken = Object.entries(file.content).filter(([, items]) => !Array.isArray(items));
  return broken.map(([heading]) => ({ where: file.at(heading), message: `${heading} has no list of items. Write one, empty if need be.` }));
}

/** A problem and an event are objects; an exchange with an operation, whose name has no point, is a request and a response. */
function checkExample(file: SourceFile): readonly Finding[] {
  const { content } = file;
  if (!isNode(content)) return [{ where: file.at(), message: 'The example is no object. Write one.' }];
  const [, folder = ''] = file.file.split('/');
  if (folder === 'problem' || folder.includes('.')) return [];
  const { request, response } = content;
  if (isNode(request) && isNode(response) && typeof response.status === 'number') return [];
  return [{ where: file.at(), message: 'An exchange needs a request and a response with a status. Add what is missing.' }];
}
