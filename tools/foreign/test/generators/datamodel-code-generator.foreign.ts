import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DocumentName, documentFile } from '../documents.ts';
import { run } from '../run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { needs } from '../toolchain.ts';
import { pythonTools } from '../tools.ts';
import { modelExamples } from './model-examples.ts';

/** The documents, and what the models leave out of their schemas: the length of a password, and the format uri-reference. */
const MODELS: readonly (readonly [name: DocumentName, laxer: readonly string[]])[] = [
  ['admin', ['Credentials.Password']],
  ['customer', ['EventoLogEntry.nextDeliveries']],
  ['webhooks', []],
  ['events', []],
];

test.for(MODELS)(
  'datamodel-code-generator makes pydantic models of %s that judge examples as the document does',
  async ([name, laxer], context) => {
    needs(context, 'python');
    await using folder = await temporaryFolder();
    const cwd = folder.path;
    const bin = await pythonTools();
    const source = ['--input', documentFile(name), '--input-file-type', name === 'events' ? 'asyncapi' : 'openapi'];
    const target = ['--output', 'models.py', '--output-model-type', 'pydantic_v2.BaseModel', '--formatters', 'builtin'];
    await run(join(bin, 'datamodel-codegen'), [...source, ...target], { cwd });
    await cp(join(import.meta.dirname, '../../tools/python/models.py'), join(cwd, 'judge.py'));
    const input = JSON.stringify(await modelExamples(name));
    expect(JSON.parse(await run(join(bin, 'python'), ['judge.py'], { cwd, input }))).toEqual({ refused: [], stricter: [], laxer });
  },
);
