import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ContractError } from './contract-error.ts';
import type { Finding } from './finding.ts';
import { checkRows, checkValues, LIMIT, PROBLEM, RULE } from './register-rows.ts';
import { SourceFile } from './source-file.ts';
import { isNode } from './visitor.ts';

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
