import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SPECS_FOLDER } from '../lint/contract.ts';

const folder = join(SPECS_FOLDER, 'decisions');
const files = readdirSync(folder).filter((file) => file !== 'README.md');

describe('decisions', () => {
  test('are numbered without a gap, from the first to at least the fifteenth', () => {
    expect(files.length).toBeGreaterThanOrEqual(15);
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  });

  test('are all in the index, each under the title that it has', () => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    const rows = files.map((file) => {
      const [, id, title] = /^# (D-\d\d): (.*)$/m.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
      return `| [${id}](${file}) | ${title} |`;
    });
    const shown = index.split('\n').filter((line) => line.startsWith('| [D-'));
    expect(shown.map((line) => line.replace(/ +/g, ' '))).toEqual(rows);
  });

  test.each(files)('%s has a context, a decision and its consequences', (file) => {
    const headings = [...readFileSync(join(folder, file), 'utf8').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences']);
  });
});
