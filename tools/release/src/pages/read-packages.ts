import { join } from 'node:path';
import { Application, type DocumentationEntryPoint, type ProjectReflection, TypeScript as ts } from 'typedoc';
import { REPOSITORY_FOLDER } from '../repository.ts';
import type { TypedEntry } from '../typed-entries.ts';

/** What TypeDoc read of the packages, and the application that writes pages of it. */
export interface PackagePages {
  readonly application: Application;
  readonly project: ProjectReflection;
  /** What TypeDoc has to say against the comments, such as a link that leads nowhere. */
  readonly warnings: number;
}

/**
 * Reads the declarations that were built of these entries, because they are what editors show. Each entry is a module of the pages, with all
 * that its types are made of, as in the API reports. A process reads once, because TypeDoc loads a plugin only once.
 */
export async function readPackages(entries: readonly TypedEntry[]): Promise<PackagePages> {
  const application = await Application.bootstrapWithPlugins({
    // The second option is the plugin's, and TypeDoc's types do not have it.
    ...{ plugin: ['typedoc-plugin-missing-exports'], placeInternalsInOwningModule: true },
    name: 'Business Cloud',
    readme: 'none',
    logLevel: 'Warn',
    excludeExternals: true,
    // Their lines are those of the build, and lead nowhere.
    disableSources: true,
  });
  const project = application.converter.convert(entryPoints(entries));
  application.validate(project);
  return { application, project, warnings: application.logger.warningCount + application.logger.errorCount };
}

/** One program for all entries: making it takes longest. */
function entryPoints(entries: readonly TypedEntry[]): DocumentationEntryPoint[] {
  const program = ts.createProgram({
    rootNames: entries.map(({ declarations }) => declarations),
    options: {
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      module: ts.ModuleKind.NodeNext,
      types: ['node'],
      typeRoots: [join(REPOSITORY_FOLDER, 'node_modules/@types')],
      strict: true,
      skipLibCheck: true,
      // A package names the built declarations of another, and not its sources.
      paths: Object.fromEntries(entries.map(({ specifier, declarations }) => [specifier, [declarations]])),
    },
  });
  return entries.map(({ specifier, declarations }) => {
    const sourceFile = program.getSourceFile(declarations);
    if (sourceFile === undefined) throw new Error(`${declarations} was not built. Run "npx -y pnpm@12 build".`);
    return { displayName: specifier, program, sourceFile };
  });
}
