import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { examplesIn, yamlFiles } from '../registers.ts';
import { nodeOf } from '../visitor.ts';
import { readJson } from './exchange.ts';

/**
 * Every example is one that a document refers to. An exchange without any body has nothing that could be referred to, and a problem may be
 * one that no operation declares.
 */
export function checkOrphans(folder: string): readonly Finding[] {
  const documents = ['asyncapi', 'openapi', 'schemas'].flatMap((name) => yamlFiles(folder, name));
  const text = documents.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  return examplesIn(folder)
    .filter((file) => !file.startsWith(join('examples', 'problem')) && !text.includes(`${file.replaceAll('\\', '/')}`))
    .filter((file) => hasBody(join(folder, file)))
    .map((file) => ({ where: `${file}:1`, message: 'No document refers to this example. Refer to it, or delete it.' }));
}

/** An event is a body itself; an exchange has that of the request, of the response, or none. */
function hasBody(file: string): boolean {
  const { request, response } = nodeOf(readJson(file));
  return request === undefined || 'body' in nodeOf(request) || 'body' in nodeOf(response);
}
