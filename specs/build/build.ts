// Writes dist/: what the package publishes beside the sources.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { SPECS_FOLDER } from '../lint/contract.ts';
import { readPlaces } from '../lint/places.ts';
import { readRules } from '../lint/read-rules.ts';
import { bindDocuments } from './bind-documents.ts';
import { bundleDocument, DOCUMENT_NAMES, toJson, toYaml } from './bundle.ts';

const dist = join(SPECS_FOLDER, 'dist');

async function write(file: string, text: string): Promise<void> {
  const path = join(dist, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

await rm(dist, { recursive: true, force: true });
const register = readRules(SPECS_FOLDER).map(({ rule }) => rule);
const { documents, rules } = bindDocuments(
  register,
  await Promise.all(DOCUMENT_NAMES.map((name) => bundleDocument(name))),
  readPlaces(SPECS_FOLDER),
);
for (const [index, name] of DOCUMENT_NAMES.entries()) {
  await write(`${name}.yaml`, toYaml(documents[index]));
  await write(`${name}.json`, toJson(documents[index]));
}
await write('rules.json', toJson(rules));
for (const register of ['problems', 'limits']) {
  const rows: unknown = parse(await readFile(join(SPECS_FOLDER, `${register}.yaml`), 'utf8'));
  await write(`${register}.json`, toJson(rows));
}
