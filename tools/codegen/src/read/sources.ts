import { readFile } from 'node:fs/promises';
import { Bundler } from './bundle.ts';
import type { AsyncApiDocument, OpenApiDocument } from './documents.ts';
import { type Limit, readLimits } from './limits.ts';
import { type Problem, readProblems } from './problems.ts';
import { type RuleRow, readRules } from './rules.ts';
import { SpecsFolder } from './specs-folder.ts';

/** The files of the contract, relative to its folder; of the rules the folder. */
export const SOURCE_FILES = {
  admin: 'openapi/admin.yaml',
  customer: 'openapi/customer.yaml',
  events: 'asyncapi/events.yaml',
  rules: 'rules',
  problems: 'problems.yaml',
  limits: 'limits.yaml',
  package: 'package.json',
} as const;

/** The contract as read: every document is bundled into one object, and every name in it is known. */
export interface Sources {
  readonly folder: SpecsFolder;
  readonly admin: OpenApiDocument;
  readonly customer: OpenApiDocument;
  readonly events: AsyncApiDocument;
  readonly rules: readonly RuleRow[];
  readonly problems: readonly Problem[];
  readonly limits: readonly Limit[];
  /** The version of the contract's package. */
  readonly version: string;
}

/** @throws {CodegenError} `broken-document` with file, line and one sentence */
export async function readSources(specsRoot: string): Promise<Sources> {
  const folder = new SpecsFolder(specsRoot);
  const rules = await readRules(folder, SOURCE_FILES.rules);
  const problems = await readProblems(folder);
  const limits = await readLimits(folder);
  const bundler = new Bundler(
    folder,
    { problems: new Set(problems.map(({ code }) => code)) },
    new Map(limits.map((limit) => [limit.name, limit])),
  );
  return {
    folder,
    admin: await bundler.read<OpenApiDocument>(SOURCE_FILES.admin),
    customer: await bundler.read<OpenApiDocument>(SOURCE_FILES.customer),
    events: await bundler.read<AsyncApiDocument>(SOURCE_FILES.events),
    rules,
    problems,
    limits,
    version: await readVersion(folder),
  };
}

async function readVersion(folder: SpecsFolder): Promise<string> {
  const file = folder.path(SOURCE_FILES.package);
  const parsed: unknown = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  const version: unknown = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : undefined;
  if (typeof version !== 'string') throw folder.broken({ file, line: 1 }, 'the package is missing or says no version.');
  return version;
}
