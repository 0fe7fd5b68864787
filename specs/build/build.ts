// Writes dist/: what the package publishes beside the sources.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { SPECS_FOLDER } from '../lint/contract.ts';
import { toJson, toYaml } from './bundle.ts';
import { publishedContract } from './published-contract.ts';

const dist = join(SPECS_FOLDER, 'dist');

async function write(file: string, text: string): Promise<void> {
  const path = join(dist, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

await rm(dist, { recursive: true, force: true });
const { documents, rules } = await publishedContract();
for (const [name, document] of Object.entries(documents)) {
  await write(`${name}.yaml`, toYaml(document));
  await write(`${name}.json`, toJson(document));
}
await write('rules.json', toJson(rules));
for (const register of ['problems', 'limits']) {
  const rows: unknown = parse(await readFile(join(SPECS_FOLDER, `${register}.yaml`), 'utf8'));
  await write(`${register}.json`, toJson(rows));
}
