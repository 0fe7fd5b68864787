import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DOCS = join(import.meta.dirname, '../../../../docs');
const tables = readFileSync(join(DOCS, 'compared.md'), 'utf8');

/** What the examples of each section take for given. */
const GIVEN = {
  calls: `\`options\` are those of a client of the demo service. \`company\` is one of its companies, with such a client, and
\`articolo\` a stock item. \`sent\` is what reached the service, and \`answerNext\` has something else answer the next call.`,
  errors: `\`company\` is a company of the demo service, and \`articolo\` a stock item. \`answerNext\` has something else than the
service answer the next call.`,
  settings: `\`options\` are those of a client of the demo service, and \`articolo\` is a stock item. \`sent\` is what reached the
service, and \`answerNext\` has something else answer the next call. \`listener()\` is a logger that remembers its lines.`,
  receiver: `\`secret\` is that of the webhook. \`sendingTo\` lets a receiver listen, and gives a sender of deliveries. \`client\` and
\`company\` call the demo service.`,
  server: `\`standIn\` starts a service with these handlers, and gives clients of it. \`ports\` are those of it, and
\`createAnagrafica\` is a handler that creates a contact.`,
};

type Section = keyof typeof GIVEN;
// The keys of an object of this file.
const SECTIONS = Object.keys(GIVEN) as Section[];

/** The examples of a section, by the features that they show. */
function examplesOf(section: Section): ReadonlyMap<string, string> {
  const file = readFileSync(join(import.meta.dirname, `${section}.test.ts`), 'utf8');
  const found = file.matchAll(/^test\('(.+)', (?:async )?\(\) => \{\n([\s\S]*?)^\}\);$/gm);
  return new Map([...found].map(([, title = '', body = '']) => [capitalized(title), body.replace(/^ {2}/gm, '')]));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The rows of the table of a section: a feature, and a cell for each library, ours last. */
function rowsOf(section: Section): readonly (readonly string[])[] {
  const [, text = ''] = tables.split(`\n## ${capitalized(section)}\n`);
  const [own = ''] = text.split('\n## ');
  return (own.match(/^\| .* \|$/gm) ?? []).slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test.for(SECTIONS)('the page of examples about %s is what is compiled and run here', async (section) => {
  const examples = [...examplesOf(section)].map(([feature, body]) => `## ${feature}\n\n\`\`\`ts\n${body}\`\`\`\n`);
  const page = `# Examples: ${section}\n\nThey show what [the table](../compared.md#${section}) says of this project. Each is run by
\`tools/release/test/compared/${section}.test.ts\`, over HTTP.\n\n${GIVEN[section]}\n\n${examples.join('\n')}`;
  // `pnpm exec vitest run tools/release/test/compared/page.test.ts --update` writes it.
  await expect(page).toMatchFileSnapshot(join(DOCS, `compared/${section}.md`));
});

test.for(SECTIONS)('each row about %s has an example here, or links to the page that has one', (section) => {
  const rows = rowsOf(section);
  const withExample = rows.filter((row) => row.at(-1) === 'yes').map(([feature]) => feature);
  expect(withExample).toEqual([...examplesOf(section).keys()]);
  const others = rows.filter((row) => row.at(-1) !== 'yes');
  for (const row of others) expect(row.at(-1)).toMatch(/^\[yes\]/);
});

test('a cell says yes, part or no, or that there is nothing to have', () => {
  const cells = SECTIONS.flatMap((section) => rowsOf(section).flatMap((row) => row.slice(1, -1)));
  expect(cells.length).toBeGreaterThan(200);
  expect(new Set(cells)).toEqual(new Set(['yes', 'part', 'no', '-']));
});
