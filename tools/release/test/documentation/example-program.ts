import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5.9';
import { type PublicExport, programOf, ROOT } from './public-exports.ts';

/** An example as a module of its own: with imports of what it names from its package, and of what its package takes for given. */
interface ExampleModule {
  readonly file: string;
  readonly text: string;
  readonly member: PublicExport;
}

/** What does not compile in the examples of these exports, each with the place of the example. */
export function exampleFaults(documented: readonly PublicExport[], members: readonly PublicExport[]): readonly string[] {
  const modules = documented.flatMap((member) => member.examples.map((example, index) => exampleModule(members, member, example, index)));
  const texts = new Map(modules.map(({ file, text }) => [file, text]));
  const host = ts.createCompilerHost({});
  const { fileExists, readFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, options) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, options);
  };
  // An example has no imports, and exports nothing.
  const relaxed = { declaration: false, isolatedDeclarations: false, verbatimModuleSyntax: false };
  const program = programOf([...texts.keys()], relaxed, host);
  return modules.flatMap(({ file, member }) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${member.place} ${member.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

function exampleModule(members: readonly PublicExport[], member: PublicExport, example: string, index: number): ExampleModule {
  const { folder, specifier } = member.entry;
  const named = new Set(example.match(/[\w$]+/g));
  const sources = new Map<string, string>();
  for (const { name, entry } of members) {
    const own = entry.specifier === specifier;
    if (entry.folder === folder && named.has(name) && (own || !sources.has(name))) sources.set(name, entry.specifier);
  }
  const given = givenNames(folder).filter((name) => named.has(name) && !sources.has(name));
  for (const name of given) sources.set(name, '../test/given.ts');
  const imports = [...sources].map(([name, from]) => `import { ${name} } from '${from}';`);
  return {
    file: join(ROOT, folder, 'src', `${member.name}-${index}.example.ts`),
    // A block, so that an example may name what is also imported.
    text: [...imports, '{', example, '}', 'export {};'].join('\n'),
    member,
  };
}

/** What `test/given.ts` of a package exports. */
function givenNames(folder: string): readonly string[] {
  const text = readFileSync(join(ROOT, folder, 'test/given.ts'), 'utf8');
  return [...text.matchAll(/^export (?:declare const|interface|\{(?: \w+ as)?) (\w+)/gm)].flatMap(([, name]) => name ?? []);
}
