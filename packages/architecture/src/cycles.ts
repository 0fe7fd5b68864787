import { folderOf, type Import } from './module-graph.ts';

/** Cycles between folders, each as the folders on its way round; of cycles through one folder the first that is found. */
export function folderCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, kind } of imports) {
    const [source, target] = [placeOf(from), placeOf(to)];
    if (kind === 'own file' && source !== target) edges.set(source, (edges.get(source) ?? new Set()).add(target));
  }
  const cycles: (readonly string[])[] = [];
  const finished = new Set<string>();
  const visit = (folder: string, way: readonly string[]): void => {
    const at = way.indexOf(folder);
    if (at >= 0) cycles.push([...way.slice(at), folder]);
    if (at >= 0 || finished.has(folder)) return;
    for (const next of edges.get(folder) ?? []) visit(next, [...way, folder]);
    finished.add(folder);
  };
  for (const folder of edges.keys()) visit(folder, []);
  return cycles;
}

/** The folder of a file; a file that is directly in `src` stands for itself, since such files are entries and what every folder uses. */
function placeOf(file: string): string {
  const folder = folderOf(file);
  return folder === '.' ? file : folder;
}
