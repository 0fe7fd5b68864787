import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The longest line of a page, so that it can be read in any window and in any diff. */
const LINE_LENGTH_MAX = 120;

/** How many lines the README of a published package has less than: it is a door, and docs/ is the house. */
const DOOR_LINES = 150;

/** Published packages, whose READMEs are shown by registries. */
const DOORS = /^(packages\/[^/]+|specs|conformance)\/README[.]md$/;

/** Where a link to a page of this repository begins, as a README in a registry has it. */
const REPOSITORY = /^https:\/\/github[.]com\/business-cloud\/business-cloud\/(?:blob|tree)\/main\//;

/** Generated pages and those made of changesets, whose entries are one line each. */
const NOT_WRITTEN = /(^|\/)(CHANGELOG|[^/]*[.]api)[.]md$|^conformance\/docs\/ledger[.]md$|(^|\/)golden\//;

const FOLDERS = '{.github,docs,packages,specs,conformance,tools}/**/*.md';

/** Every page that somebody writes: its path from the root of the repository. */
export function writtenPages(root: string): readonly string[] {
  const exclude = (path: string): boolean => path.includes('node_modules');
  return globSync(['*.md', FOLDERS], { cwd: root, exclude }).filter((page) => !NOT_WRITTEN.test(page) && !page.includes('node_modules'));
}

/** What is wrong with a page, each with its line: too long a line, too long a door, a link to nothing. */
export function faultsOfPage(root: string, page: string): readonly string[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const faults = lines.flatMap((line, index) => {
    const place = `${page}:${index + 1}`;
    const length = [...line].length;
    const long = length > LINE_LENGTH_MAX ? [`${place} has ${length} characters; end the line by ${LINE_LENGTH_MAX}`] : [];
    return [...long, ...deadLinks(root, page, line).map((link) => `${place} links to ${link}, which is not there`)];
  });
  const door = DOORS.test(page) && lines.length > DOOR_LINES;
  return door ? [...faults, `${page}:${DOOR_LINES} goes on; a README of a package is shorter, and links to pages in docs/`] : faults;
}

/** The pages of `docs` that no other page links to: nobody would find them. */
export function lostPages(root: string): readonly string[] {
  const pages = writtenPages(root);
  const linked = pages.flatMap((page) =>
    linksIn(readFileSync(join(root, page), 'utf8')).flatMap((link) => {
      const { file } = targetOf(root, page, link) ?? {};
      return file === undefined || file === join(root, page) ? [] : [file];
    }),
  );
  return pages.filter((page) => page.startsWith('docs/') && !linked.includes(join(root, page)));
}

function deadLinks(root: string, page: string, line: string): readonly string[] {
  return linksIn(line).filter((link) => {
    const { file, heading } = targetOf(root, page, link) ?? {};
    if (file === undefined) return false;
    if (!existsSync(file)) return true;
    return heading !== undefined && file.endsWith('.md') && !headings(file).includes(heading);
  });
}

/** The addresses of the links of a text, written in it or by reference. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:\]\(|^\[[^\]]+\]: )([^)\s]+)/gm)].map(([, link = '']) => link);
}

/** The file of this repository, and the heading in it, that a link of a page names; undefined for a link elsewhere. */
function targetOf(root: string, page: string, link: string): { readonly file: string; readonly heading?: string | undefined } | undefined {
  const [path = '', heading] = link.replace(REPOSITORY, '/').split('#');
  if (/^[a-z]+:/.test(path)) return undefined;
  if (path === '') return { file: join(root, page), heading };
  return { file: join(root, path.startsWith('/') ? path : join(dirname(page), path)), heading };
}

/** The headings of a page, as GitHub names their places. */
function headings(file: string): readonly string[] {
  const titles = readFileSync(file, 'utf8').match(/^#+ .*$/gm) ?? [];
  return titles.map((title) =>
    title
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
