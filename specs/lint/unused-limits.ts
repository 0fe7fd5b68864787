import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECS_FOLDER } from './contract.ts';
import type { Finding } from './finding.ts';
import type { Limits } from './limits.ts';
import { yamlFiles } from './registers.ts';

/** A limit is there for somebody: a document refers to it, a text says it, or code imports its constant. */
export function checkUnusedLimits(limits: Limits, folder: string): readonly Finding[] {
  const documents = ['asyncapi', 'openapi', 'schemas'].flatMap((name) => yamlFiles(folder, name)).map((file) => textOf(folder, file));
  const used = new Set(
    documents.flatMap((text) => [...text.matchAll(/limits\.yaml#\/(\w+)\/|\{limit:(\w+)\}/g)].map(([, ref, said]) => ref ?? said)),
  );
  const rest = Object.entries(limits).filter(([name]) => !used.has(name));
  const code = rest.length === 0 ? '' : codeOf(join(SPECS_FOLDER, '..'));
  return rest
    .filter(([name]) => !new RegExp(`\\b${constantOf(name)}(_MS|_BYTES)?\\b`).test(code))
    .map(([name, { at }]) => ({
      where: at,
      message: `Nothing uses ${name}: no document, and no code its constant. Use it, or delete it.`,
    }));
}

/** The constant that is generated from a limit, without its unit: `retryDelays` is RETRY_DELAYS. */
function constantOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** What people wrote of the code beside the contract. */
function codeOf(root: string): string {
  const files = globSync(['packages/*/src/**/*.ts', 'conformance/*/**/*.ts'], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|generated)$/.test(String(path)),
  });
  return files.map((file) => textOf(root, file)).join('\n');
}

function textOf(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
