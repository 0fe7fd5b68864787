/** Writes the pages of all that the packages export. Run it by `pnpm api:pages`, which builds them before. */
import { join } from 'node:path';
import { publishedPackages, REPOSITORY_FOLDER } from '../repository.ts';
import { typedEntries } from '../typed-entries.ts';
import { readPackages } from './read-packages.ts';

const entries = await Promise.all(publishedPackages().map(typedEntries));
const { application, project } = await readPackages(entries.flat());
await application.generateDocs(project, join(REPOSITORY_FOLDER, 'dist/pages'));
console.log('dist/pages/index.html');
