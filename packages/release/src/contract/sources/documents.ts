import { join } from 'node:path';
import { BaseResolver, bundle, createConfig, type NormalizedProblem } from '@redocly/openapi-core';
import { ReleaseError } from '../../release-error.ts';

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
  return JSON.parse(JSON.stringify(document.parsed));
}

function said({ message, location }: NormalizedProblem): string {
  return `${location[0]?.source.absoluteRef ?? ''}: ${message}`;
}
