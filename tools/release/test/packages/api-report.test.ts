import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiReports } from '../../src/api/api-report.ts';
import { publishedPackages } from '../../src/repository.ts';

const ADVICE = 'The public API is not what its report says. If that is meant, run "npx -y pnpm@12 api:update" and commit the reports.';

// The packages were built before they were packed.
test.each(publishedPackages())('the public API of $name is the one that was committed', async (published) => {
  const reports = await apiReports(published);
  const committed = await readdir(join(published.folder, 'api')).catch(() => []);
  expect(committed.map((name) => `api/${name}`).sort(), ADVICE).toEqual(reports.map(({ file }) => file).sort());
  for (const { file, text } of reports) expect(await readFile(join(published.folder, file), 'utf8'), `${file}: ${ADVICE}`).toBe(text);
});
