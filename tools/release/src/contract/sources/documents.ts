import { join } from 'node:path';
import { type SaidLimit, sayLimits } from '@business-cloud/specs/internal';
import { BaseResolver, bundle, createConfig, type NormalizedProblem } from '@redocly/openapi-core';
import { ReleaseError } from '../../release-error.ts';
import { isMembers, type Members } from '../documents/node.ts';
import { readRegister } from './registers.ts';

const config = await createConfig({});

/**
 * A document in one piece: every reference leads into its own components. Examples stay in their files, and are compared there.
 *
 * @throws {ReleaseError} with code `contract-unreadable` when a reference leads nowhere or two components would bear one name
 */
export async function bundleDocument(specs: string, name: string): Promise<unknown> {
  const options = { config, externalRefResolver: new BaseResolver(), componentRenamingConflicts: 'error' } as const;
  const { bundle: document, problems } = await bundle({ ref: join(specs, `${name}.yaml`), ...options });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ReleaseError('contract-unreadable', `${name}.yaml cannot be bundled: ${errors.map(said).join('; ')}`);
  // As JSON keeps it, so that it compares with the baseline.
  return sayLimits(JSON.parse(JSON.stringify(document.parsed)), limitsOf(specs));
}

/** The limits that texts of the documents name. */
function limitsOf(specs: string): ReadonlyMap<string, SaidLimit> {
  const rows = readRegister(specs, 'limits');
  return new Map(isMembers(rows) ? Object.entries(rows).flatMap(([name, row]) => (isMembers(row) ? [[name, saidLimit(row)]] : [])) : []);
}

function saidLimit({ value, unit }: Members): SaidLimit {
  return { value, unit: String(unit) };
}

function said({ message, location }: NormalizedProblem): string {
  return `${location[0]?.source.absoluteRef ?? ''}: ${message}`;
}
