import { folderOf, type Import } from './module-graph.ts';

/** Cycles between folders, each as the folders on its way round; of cycles through one folder the first that is found. */
export function folderCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  return cycles(imports, placeOf);
}

/** Cycles between files, of types alone too: files that need each other are one file, or one of them holds two ideas. */
export function fileCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  return cycles(imports, (file) => file);
}

function cycles(imports: readonly Import[], nodeOf: (file: string) => string): readonly (readonly string[])[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, kind } of imports) {
    const [source, target] = [nodeOf(from), nodeOf(to)];
    if (kind === 'own file' && source !== target) edges.set(source, (edges.get(source) ?? new Set()).add(target));
  }
  const found: (readonly string[])[] = [];
  const finished = new Set<string>();
  const visit = (node: string, way: readonly string[]): void => {
    const at = way.indexOf(node);
    if (at >= 0) found.push([...way.slice(at), node]);
    if (at >= 0 || finished.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...way, node]);
    finished.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return found;
}

/** The folder of a file; a file that is directly in `src` stands for itself, since such files are entries and what every folder uses. */
function placeOf(file: string): string {
  const folder = folderOf(file);
  return folder === '.' ? file : folder;
}
