import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleDocument, DOCUMENTS, type DocumentName } from '../../../../../specs/build/bundle.ts';
import { ReleaseError } from '../../release-error.ts';
import type { Contract, Part } from '../contract.ts';
import { readExamples, readVectors } from './examples.ts';
import { REGISTERS, readRegister } from './registers.ts';

/** The file at which each document begins, below `specs/`. */
export const DOCUMENT_FILES: Readonly<Record<string, string>> = DOCUMENTS;

/**
 * Reads the contract as it stands in a repository.
 *
 * @throws {ReleaseError} with code `contract-unreadable`
 */
export async function readCurrentContract(root: string): Promise<Contract> {
  const specs = join(root, 'specs');
  try {
    const names = Object.keys(DOCUMENTS) as DocumentName[];
    const documents = await Promise.all(
      names.map(async (name): Promise<[Part, unknown]> => [name, plain(await bundleDocument(name, specs))]),
    );
    const registers = REGISTERS.map((register): [Part, unknown] => [register, readRegister(specs, register)]);
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

/** What JSON keeps of it, as in the baseline. */
function plain(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document));
}

function readVersion(specs: string): string {
  const { version }: { version: unknown } = JSON.parse(readFileSync(join(specs, 'package.json'), 'utf8'));
  if (typeof version === 'string') return version;
  throw new ReleaseError('contract-unreadable', `${join(specs, 'package.json')} has no version. Write one.`);
}
