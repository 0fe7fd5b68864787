import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '../model/configuration-error.ts';
import { isOwnRule, type OwnCheck } from '../model/own-check.ts';

/** Loads checks from files. The default export of each is a list of checks. @throws ConfigurationError */
export async function loadPlugins(files: readonly string[]): Promise<readonly OwnCheck[]> {
  const checks: OwnCheck[] = [];
  for (const file of files) {
    const exported = await load(file);
    if (!Array.isArray(exported) || exported.length === 0)
      throw new ConfigurationError(`--plugin: ${file} does not export a list of checks; write 'export default [{ id, statement, run }]'.`);
    for (const [index, check] of exported.entries()) checks.push(checked(check, `--plugin: ${file}, check ${index + 1}`, checks));
  }
  return checks;
}

async function load(file: string): Promise<unknown> {
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(file)).href);
    return module.default;
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    throw new ConfigurationError(`--plugin: ${file} cannot be loaded (${line}); correct the file or its name.`);
  }
}

function checked(value: unknown, where: string, others: readonly OwnCheck[]): OwnCheck {
  if (!isCheck(value))
    throw new ConfigurationError(`${where} must have an id such as 'OWN-01', a statement, and a function run that takes the context.`);
  if (others.some(({ id }) => id === value.id))
    throw new ConfigurationError(`${where}: another check already has the id ${value.id}; choose another id.`);
  return value;
}

function isCheck(value: unknown): value is OwnCheck {
  if (typeof value !== 'object' || value === null || !('id' in value && 'statement' in value && 'run' in value)) return false;
  const { id, statement, run } = value;
  const isNamed = typeof id === 'string' && isOwnRule(id) && /^[\w-]+$/.test(id);
  return isNamed && typeof statement === 'string' && statement !== '' && typeof run === 'function';
}
