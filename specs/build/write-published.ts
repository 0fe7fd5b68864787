import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { SPECS_FOLDER } from '../lint/contract.ts';
import { toJson, toYaml } from './bundle.ts';
import { publishedContract } from './published-contract.ts';

/** Writes the documents and registers that the package publishes into a folder. */
export async function writePublished(folder: string): Promise<void> {
  const { documents, rules } = await publishedContract();
  for (const [name, document] of Object.entries(documents)) {
    await write(folder, `${name}.yaml`, toYaml(document));
    await write(folder, `${name}.json`, toJson(document));
  }
  await write(folder, 'rules.json', toJson(rules));
  for (const register of ['problems', 'limits']) {
    const rows: unknown = parse(await readFile(join(SPECS_FOLDER, `${register}.yaml`), 'utf8'));
    await write(folder, `${register}.json`, toJson(rows));
  }
}

async function write(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
