import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { ReleaseError } from '../../release-error.ts';
import { OPTIONAL_PARTS } from '../model/contract.ts';

export const REGISTERS = ['rules', 'problems', 'limits'] as const;

export type Register = (typeof REGISTERS)[number];

/** The files of a register, `problems.yaml` or those of the folder `rules/`, in the order of their rows. */
export function filesOf(specs: string, register: Register): readonly string[] {
  const files = [`${register}.yaml`, ...globSync(`${register}/*.yaml`, { cwd: specs }).sort()];
  return files.filter((file) => existsSync(join(specs, file)));
}

/**
 * A register in one piece; undefined for one that a contract need not have.
 *
 * @throws {ReleaseError} with code `contract-unreadable`
 */
export function readRegister(specs: string, register: Register): unknown {
  const files = filesOf(specs, register);
  const contents = files.map((file) => readYaml(join(specs, file)));
  const [first] = contents;
  if (files.length === 1 && !Array.isArray(first)) return first;
  const rows = contents.flat();
  if (rows.length > 0) return rows;
  if (files.length === 0 && OPTIONAL_PARTS.includes(register)) return undefined;
  throw new ReleaseError('contract-unreadable', `${join(specs, `${register}.yaml`)} is missing or empty. Put the register back.`);
}

function readYaml(path: string): unknown {
  try {
    const content: unknown = parseYaml(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null) return content;
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ReleaseError('contract-unreadable', `${path} is not YAML: ${said} Correct it.`);
  }
  throw new ReleaseError('contract-unreadable', `${path} holds no rows. Write a list there.`);
}
