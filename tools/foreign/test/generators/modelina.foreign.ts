import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { documentFile } from '../documents.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';
import { npmTools } from '../tools.ts';

test('Modelina makes a model of every event, and they compile', async (context) => {
  needs(context, 'npm');
  await using folder = await temporaryFolder();
  const bin = await npmTools();
  const program = join(dirname(bin), '../model-events.mjs');
  const document = documentFile('events', 'json');
  const models: string[] = JSON.parse(await run(process.execPath, [program, document, folder.path]));
  expect(models).toEqual(expect.arrayContaining(await eventNames(document)));
  const files = (await readdir(folder.path)).map((file) => join(folder.path, file));
  const modules = ['--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'bundler'];
  await run(join(bin, 'tsc'), ['--noEmit', '--strict', ...modules, ...files]);
});

/** The names that Modelina gives to the payloads of the events: those of their types in PascalCase. */
async function eventNames(document: string): Promise<string[]> {
  const { channels } = JSON.parse(await readFile(document, 'utf8'));
  const types = Object.values<{ messages: object }>(channels).flatMap(({ messages }) => Object.keys(messages));
  return types.map((type) => `${type.charAt(0).toUpperCase()}${type.slice(1)}`.replace('.', ''));
}
