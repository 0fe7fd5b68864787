/** Writes the API reports of all packages anew. Run it by `pnpm api:update`, which builds them before. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedPackages } from '../repository.ts';
import { apiReports } from './api-report.ts';

for (const published of publishedPackages()) {
  const reports = await apiReports(published);
  await rm(join(published.folder, 'api'), { recursive: true, force: true });
  if (reports.length === 0) continue;
  await mkdir(join(published.folder, 'api'));
  for (const { file, text } of reports) await writeFile(join(published.folder, file), text);
  console.log(`${published.name}: ${reports.length} written; git diff shows what changed`);
}
