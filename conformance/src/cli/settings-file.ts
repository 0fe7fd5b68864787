import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { firstLine } from '../config/parse.ts';
import { ConfigurationError } from '../model/configuration-error.ts';

/** How messages name the file of a role's settings. */
interface SettingsFile {
  readonly role: 'receiver' | 'client';
  /** The required settings, in words. */
  readonly needs: string;
  /** The names of all settings. */
  readonly names: readonly string[];
}

/** Reads a flat file of settings. @throws ConfigurationError */
export function readSettingsFile(file: string, { role, needs, names }: SettingsFile): Readonly<Record<string, unknown>> {
  const content = parsed(file, role);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new ConfigurationError(`${file}: must be a mapping with ${needs}; see 'business-cloud-conformance ${role} --help'.`);
  const unknown = Object.keys(content).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new ConfigurationError(`${file}: ${unknown} is not a setting; remove it or correct its name.`);
  return Object.fromEntries(Object.entries(content));
}

function parsed(file: string, role: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(
      `${file}: cannot be read (${code}); name another with --config, or write one with 'business-cloud-conformance init --role ${role}'.`,
    );
  }
  try {
    return parseYaml(text) ?? {};
  } catch (error) {
    throw new ConfigurationError(`${file}: is not valid YAML: ${firstLine(error)}.`);
  }
}
