import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript-5.9';

export const ROOT: string = join(import.meta.dirname, '../../../..');

const FOLDERS = ['packages/client', 'packages/events', 'packages/server', 'packages/service', 'conformance'];

/** One way into a package, as one imports it. */
export interface Entry {
  readonly folder: string;
  readonly specifier: string;
  readonly file: string;
}

/** One thing that a package exports, with the examples in its comment. */
export interface PublicExport {
  readonly entry: Entry;
  readonly name: string;
  readonly callable: boolean;
  readonly examples: readonly string[];
  readonly place: string;
}

/** Every entry of every package that has code, but those that its README does not speak of. */
export const ENTRIES: readonly Entry[] = FOLDERS.flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return Object.entries<string>(exports)
    .filter(([path, file]) => file.endsWith('.ts') && path !== './internal')
    .map(([path, file]) => ({ folder, specifier: name + path.slice(1), file: join(ROOT, folder, file) }));
});

/** A program over these files, with the settings of the repository. */
export function programOf(files: readonly string[], more: ts.CompilerOptions = {}, host?: ts.CompilerHost): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return ts.createProgram({ rootNames: files, options: { ...options, ...more }, ...(host && { host }) });
}

/** Everything of ours that one can import, each once. */
export function publicExports(): readonly PublicExport[] {
  const program = programOf(ENTRIES.map(({ file }) => file));
  const checker = program.getTypeChecker();
  const seen = new Set<ts.Symbol>();
  const visit = (entry: Entry, symbol: ts.Symbol, name: string): PublicExport[] => {
    if (seen.has(symbol)) return [];
    seen.add(symbol);
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined || !declaration.getSourceFile().fileName.startsWith(ROOT)) return [];
    if (declaration.getSourceFile().fileName.includes('node_modules')) return [];
    const { line } = declaration.getSourceFile().getLineAndCharacterOfPosition(declaration.getStart());
    const found: PublicExport = {
      entry,
      name,
      callable: ts.isFunctionDeclaration(declaration) || (ts.isVariableDeclaration(declaration) && callable(checker, symbol, declaration)),
      examples: symbol
        .getJsDocTags(checker)
        .filter((tag) => tag.name === 'example')
        .map((tag) => ts.displayPartsToString(tag.text)),
      place: `${relative(ROOT, declaration.getSourceFile().fileName)}:${line + 1}`,
    };
    return [found];
  };
  return ENTRIES.flatMap((entry) => {
    const source = program.getSourceFile(entry.file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry.file} exports nothing`);
    return checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      return visit(entry, symbol, exported.name);
    });
  });
}

function callable(checker: ts.TypeChecker, symbol: ts.Symbol, declaration: ts.Declaration): boolean {
  return checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures().length > 0;
}
