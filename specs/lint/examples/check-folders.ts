import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';

/** Every folder of examples belongs to something that the documents describe. */
export function checkFolders(examples: string, names: ReadonlySet<string>): readonly Finding[] {
  return readdirSync(examples)
    .filter((folder) => !names.has(folder))
    .map((folder) => ({
      where: join('examples', folder, `${readdirSync(join(examples, folder))[0] ?? ''}:1`),
      message: 'No operation or event type has the name of this folder. Rename the folder or delete it.',
    }));
}
