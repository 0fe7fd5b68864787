import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError } from '../../release-error.ts';
import { type Contract, DOCUMENTS, type Part } from '../model/contract.ts';
import { bindRegister } from './bound-rules.ts';
import { bundleDocument } from './documents.ts';
import { readExamples, readVectors } from './examples.ts';
import { withUsers } from './limit-users.ts';
import { REGISTERS, readRegister } from './registers.ts';

/**
 * Reads the contract as it stands in a repository.
 *
 * @throws {ReleaseError} with code `contract-unreadable`
 */
export async function readCurrentContract(root: string): Promise<Contract> {
  const specs = join(root, 'specs');
  try {
    const documents = await Promise.all(DOCUMENTS.map(async (name): Promise<[Part, unknown]> => [name, await bundleDocument(specs, name)]));
    const registers = REGISTERS.map((register): [Part, unknown] => {
      const rows = readRegister(specs, register);
      const bundles = documents.map(([, document]) => document);
      if (register === 'rules') return [register, bindRegister(rows, bundles)];
      return [register, register === 'limits' ? withUsers(root, rows) : rows];
    });
    const parts: [Part, unknown][] = [...documents, ...registers, ['examples', readExamples(specs)], ['vectors', readVectors(specs)]];
    return { version: readVersion(specs), parts: new Map(parts.filter(([, content]) => content !== undefined)) };
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new ReleaseError(
      'contract-unreadable',
      `The contract in ${specs} cannot be read, so nothing can be said of its changes. ${said}`,
    );
  }
}

function readVersion(specs: string): string {
  const { version }: { version: unknown } = JSON.parse(readFileSync(join(specs, 'package.json'), 'utf8'));
  if (typeof version === 'string') return version;
  throw new ReleaseError('contract-unreadable', `${join(specs, 'package.json')} has no version. Write one.`);
}
