import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

// What pnpm changes in a package.json when it packs: it leads to what was built, and says whose package it is. Where the repository
// lives, and who writes it, stands in the package.json of the root alone.
const { author, bugs, homepage, keywords, repository } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

/** `./src/cli.ts` as it was built, in a folder of `dist`. */
const built = (source, extension, folder = './dist') => source.replace('./src', folder).replace('.ts', extension);

/** An entry of `exports`: for `import` alone, or for `require` too where the package is built for both. */
function entryOf(source, forBoth) {
  if (!source.startsWith('./src/')) return source;
  const modules = { types: built(source, '.d.ts'), default: built(source, '.js') };
  const commonJs = { types: built(source, '.d.ts', './dist/cjs'), default: built(source, '.js', './dist/cjs') };
  return forBoth ? { import: modules, require: commonJs } : modules;
}

// What a package imports by a name such as #runtime was copied by its build, which wrote the path in place of the name.
function beforePacking({ devDependencies, imports, scripts, ...manifest }, folder) {
  const { bin, exports, publishConfig } = manifest;
  const directory = relative(import.meta.dirname, folder).replaceAll('\\', '/');
  const forBoth = existsSync(join(folder, 'tsconfig.cjs.json'));
  // What is internal is for the tests of this repository.
  const entries = Object.entries(exports).filter(([entry]) => entry !== './internal');
  return {
    ...manifest,
    keywords: [...keywords, ...manifest.keywords],
    author,
    homepage: `${homepage}/tree/main/${directory}#readme`,
    bugs,
    repository: { ...repository, directory },
    ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([name, source]) => [name, built(source, '.js')])) }),
    exports: Object.fromEntries(entries.map(([entry, source]) => [entry, entryOf(source, forBoth)])),
    publishConfig: { ...publishConfig, access: 'public', provenance: true },
  };
}

// TypeDoc needs a compiler written in JavaScript, which TypeScript 7 is not. Neither overrides nor packageExtensions give a package its own
// version of what it asks of its dependents.
function readPackage(manifest) {
  if (manifest.name !== 'typedoc') return manifest;
  const { typescript, ...peerDependencies } = manifest.peerDependencies;
  return { ...manifest, peerDependencies, dependencies: { ...manifest.dependencies, typescript: '5.9.3' } };
}

export const hooks = { beforePacking, readPackage };
