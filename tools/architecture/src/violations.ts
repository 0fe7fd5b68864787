import type { PackageArrows } from './arrows.ts';
import { folderOf, type Import } from './module-graph.ts';

/** Imports that go against the arrows of a package, each as one sentence. */
export function violations({ packages, folders }: PackageArrows, imports: readonly Import[]): readonly string[] {
  return imports.flatMap(({ from, to, kind }) => {
    const what = `src/${from} imports ${to}`;
    if (kind === 'foreign file') return isData(to) ? [] : [`${what}: a file of another package is imported by the package's name`];
    if (kind === 'package') return packages.includes(nameOf(to)) || !isOurs(to) ? [] : [`${what}: this package may not import that one`];
    if (folders === undefined) return [];
    const [source, target] = [ruleFor(from, folders), ruleFor(to, folders)];
    if (source === undefined) return [`src/${from} is in a folder for which arrows.ts has no line: add it`];
    if (target === undefined) return [`${what}, in a folder for which arrows.ts has no line: add it`];
    return source === target || folders[source]?.includes(target) ? [] : [`${what}: ${source} may not import ${target}`];
  });
}

/** Folders that arrows.ts names and that hold nothing: a rule that can break nothing. */
export function unusedFolders({ folders = {} }: PackageArrows, imports: readonly Import[]): readonly string[] {
  const used = new Set(
    imports.flatMap(({ from, to, kind }) => [ruleFor(from, folders), kind === 'own file' ? ruleFor(to, folders) : undefined]),
  );
  return Object.keys(folders).filter((folder) => !used.has(folder));
}

/** The line of arrows.ts that a file is under: the one that names most of its path. */
function ruleFor(file: string, folders: Readonly<Record<string, readonly string[]>>): string | undefined {
  let folder = folderOf(file);
  while (folder !== '.' && !(folder in folders)) folder = folderOf(folder);
  return folder === '.' && folderOf(file) !== '.' ? undefined : folder in folders ? folder : undefined;
}

const SCOPE = '@business-cloud/';

function isOurs(specifier: string): boolean {
  return nameOf(specifier).startsWith(SCOPE);
}

/** The package that is imported: `#runtime` is the private package that the build puts inside. */
function nameOf(specifier: string): string {
  return specifier.replace(/^#/, SCOPE).split('/').slice(0, 2).join('/');
}

/** A package may read its own manifest, which stands beside `src`. */
function isData(path: string): boolean {
  return path === '../package.json';
}
