import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, join, relative } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { contractIds } from '../../src/build/contract-references.ts';
import { publishedPackages, REPOSITORY_FOLDER } from '../../src/repository.ts';

const INSTALL_LINE = /^ *npm install( .+)$/gm;
const root = JSON.parse(await readFile(join(REPOSITORY_FOLDER, 'package.json'), 'utf8'));
const rootReadme = await readFile(join(REPOSITORY_FOLDER, 'README.md'), 'utf8');
const license = await readFile(join(REPOSITORY_FOLDER, 'LICENSE'), 'utf8');
const packages = await Promise.all(
  publishedPackages().map(async ({ name, folder }) => {
    const installed = join(inject('installation'), 'node_modules', name);
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const files = await readdir(installed, { recursive: true });
    return { name, folder, installed, manifest, files, readme: await readFile(join(installed, 'README.md'), 'utf8') };
  }),
);

describe.each(packages)('$name', ({ name, folder, installed, manifest, files, readme }) => {
  test('says whose it is, where it lives and how it is published', () => {
    const directory = relative(REPOSITORY_FOLDER, folder);
    expect(manifest).toMatchObject({
      license: root.license,
      author: root.author,
      bugs: root.bugs,
      homepage: `${root.homepage}/tree/main/${directory}#readme`,
      repository: { ...root.repository, directory },
      keywords: expect.arrayContaining(root.keywords),
      publishConfig: { access: 'public', provenance: true },
      sideEffects: false,
    });
    expect(manifest.keywords.length).toBeGreaterThan(root.keywords.length);
  });

  test('brings nothing of how it is made', () => {
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:|\.\/src\//);
    expect(files.filter((file) => /(^|\/)(src|test|tests|node_modules)\/|\.(test|spec)\.|\.map$|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  test('has the license, and its changelog from the first version on', async () => {
    expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(license);
    expect(manifest.files).toContain('CHANGELOG.md');
    expect(files.includes('CHANGELOG.md')).toBe(manifest.version !== '0.0.0');
  });

  test('has a README that begins with what it is for and how to install it', () => {
    expect(readme).toMatch(new RegExp(`^# ${name}\n\n[^\`#]+\n\n\`\`\`sh\nnpm install (-D )?${name}( |\n)`));
  });

  test('has a README that shows something that works before its contents', () => {
    const [door = '', rest] = readme.split('\n## Contents\n');
    expect(rest).toMatch(/^\n- \[/);
    expect(door.match(/^```(sh|ts)$/gm)?.length).toBeGreaterThan(1);
  });

  test('says in its README and in that of the repository which Node it needs', () => {
    const words = `${manifest.engines.node.replace('>=', '')} or later`;
    expect(readme).toContain(`Node ${words}`);
    expect(rootReadme).toMatch(new RegExp(`^\\| \`${name}\` *\\| ${words} `, 'm'));
  });

  test('links in its README to nothing that it does not hold', () => {
    const links = [...readme.matchAll(/(?:\]\(|^\[[^\]]+\]: )([^)#\s]+)/gm)].map(([, link = '']) => link);
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(own.filter((link) => link.startsWith('..') || !existsSync(join(installed, link)))).toEqual([]);
  });

  test('has its reader install whatever the programs of its pages import', async () => {
    const docs = join(REPOSITORY_FOLDER, 'docs', basename(folder));
    const pages = (await readdir(docs)).filter((file) => file.endsWith('.md'));
    const shown = [readme, ...(await Promise.all(pages.map((page) => readFile(join(docs, page), 'utf8'))))].join('\n');
    const lines = [...shown.matchAll(INSTALL_LINE)].flatMap(([, words = '']) => words.split('#')[0]?.trim().split(' ') ?? []);
    const programs = [...shown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, program]) => program).join('\n');
    const imported = [...programs.matchAll(/from '((?:@[^/']+\/)?[^/']+)/g)].map(([, specifier = '']) => specifier);
    expect(imported.length).toBeGreaterThan(0);
    const foreign = imported.filter((specifier) => !specifier.startsWith('node:') && !builtinModules.includes(specifier));
    // The types of what a platform brings are a package of their own.
    expect(foreign.filter((specifier) => !lines.includes(specifier) && !lines.includes(`@types/${specifier}`))).toEqual([]);
  });
});

test('no comment of a declaration names a rule or a decision without saying where it stands', async () => {
  const ids = (await contractIds(join(inject('installation'), 'node_modules/@business-cloud/specs'))).join('|');
  const explained = new RegExp(`(rules?|decisions?|rules and decisions) ((${ids})[^()\`]*?) of \`@business-cloud/specs\``, 'g');
  const naked = new RegExp(`(?<!['"\`\\w-])(${ids})(?![\\w'"\`])`, 'g');
  const declarations = packages.flatMap(({ installed, files }) =>
    files.filter((file) => file.endsWith('.d.ts')).map((file) => join(installed, file)),
  );
  expect(declarations.length).toBeGreaterThan(100);
  const found = await Promise.all(
    declarations.map(async (file) => {
      const comments = (await readFile(file, 'utf8')).match(/\/\*.*?\*\/|\/\/.*$/gms) ?? [];
      return (comments.join('\n').replaceAll(explained, '').match(naked) ?? []).map((id) => `${id} in ${file}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});

test('no module of a package names a source map: there are none, since what is published reads like its source', async () => {
  const modules = packages.flatMap(({ installed, files }) =>
    files.filter((file) => file.endsWith('.js')).map((file) => join(installed, file)),
  );
  const texts = await Promise.all(modules.map((module) => readFile(module, 'utf8')));
  expect(modules.filter((_, index) => texts[index]?.includes('sourceMappingURL'))).toEqual([]);
});
