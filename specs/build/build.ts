// Writes dist/: what the package publishes beside the sources.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { SPECS_FOLDER } from '../lint/contract.ts';
import { bundleDocument, DOCUMENTS, type DocumentName, toJson, toYaml } from './bundle.ts';

const dist = join(SPECS_FOLDER, 'dist');

async function write(file: string, text: string): Promise<void> {
  const path = join(dist, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

await rm(dist, { recursive: true, force: true });
for (const name of Object.keys(DOCUMENTS) as DocumentName[]) {
  const document = await bundleDocument(name);
  await write(`${name}.yaml`, toYaml(document));
  await write(`${name}.json`, toJson(document));
}
for (const register of ['rules', 'problems']) {
  const rows: unknown = parse(await readFile(join(SPECS_FOLDER, `${register}.yaml`), 'utf8'));
  await write(`${register}.json`, toJson(rows));
}
