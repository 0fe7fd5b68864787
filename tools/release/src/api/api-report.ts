import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import type { PublishedPackage } from '../repository.ts';
import { type TypedEntry, typedEntries } from '../typed-entries.ts';

/** Every public symbol of one entry of a package, and what its types are made of. */
export interface ApiReport {
  /** Its path in the folder of the package: `api/index.api.md`. */
  readonly file: string;
  readonly text: string;
}

/** The reports of a package that was built: one for each entry that has types. */
export async function apiReports(published: PublishedPackage): Promise<readonly ApiReport[]> {
  const entries = await typedEntries(published);
  const reportFolder = await mkdtemp(join(tmpdir(), 'api-'));
  try {
    const configs = entries.map((entry) => configOf(published, entry, reportFolder));
    const [config] = configs;
    if (config === undefined) return [];
    // One program for all entries: making it takes longest.
    const additionalEntryPoints = configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
    const compilerState = CompilerState.create(config, { additionalEntryPoints });
    for (const each of configs) Extractor.invoke(each, { compilerState, localBuild: true, messageCallback: keepQuiet });
    return await Promise.all(entries.map(({ module }) => read(`${module}.api.md`, reportFolder)));
  } finally {
    await rm(reportFolder, { recursive: true, force: true });
  }
}

function configOf({ folder }: PublishedPackage, { module, declarations }: TypedEntry, reportFolder: string): ExtractorConfig {
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      compiler: { overrideTsconfig: { compilerOptions, files: [declarations] } },
      apiReport: {
        enabled: true,
        reportFileName: `${module}.api.md`,
        reportFolder,
        reportTempFolder: reportFolder,
        // What a public type is made of is public too, although only its package can name it.
        includeForgottenExports: true,
      },
      newlineKind: 'lf',
      messages: { compilerMessageReporting: silent, extractorMessageReporting: silent, tsdocMessageReporting: silent },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
}

/** Only errors are worth a word; that a report was written is not. */
function keepQuiet(message: { logLevel: ExtractorLogLevel; handled: boolean }): void {
  message.handled = message.logLevel !== ExtractorLogLevel.Error;
}

async function read(name: string, folder: string): Promise<ApiReport> {
  return { file: `api/${name}`, text: await readFile(join(folder, name), 'utf8') };
}
