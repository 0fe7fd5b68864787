import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Input, textOf, textsOf } from '#command-line';
import type { OwnCheck } from '../model/check.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { isOwnRule } from '../model/judged-rule.ts';
import { quoted, settingsFiles } from '../model/result.ts';
import type { RunOptions } from '../model/run-options.ts';
import { runClientConformance, runConformance, runReceiverConformance } from '../suite/run-conformance.ts';
import { commandAgain } from './command-again.ts';
import { commonOptions } from './common-options.ts';
import { judgeAndReport } from './judge-and-report.ts';
import { clientPlan, receiverPlan, servicePlan } from './plan/plan-text.ts';
import type { Streams } from './streams.ts';
import { readClientTarget, readReceiverTarget, readTarget } from './target-options.ts';

type DescribedIn = Pick<RunOptions, 'describedIn'>;

/** Judges a service, and writes the reports. @returns the exit status @throws {InputError | ConfigurationError} */
export async function judgeService({ settings }: Input, streams: Streams): Promise<number> {
  // Options come before the file, so that a mistake in them is reported whether or not the file can be read.
  const options = commonOptions(settings, 'service');
  const target = readTarget(settings);
  if (options.plan) {
    streams.out.write(servicePlan(target, options));
    return 0;
  }
  const own = {
    command: commandAgain('service', settings, options),
    // With --allow inconclusive, a run without deliveries is still worth something.
    deliveryFirst: !options.allowInconclusive,
    ownChecks: await loadPlugins(textsOf(settings, 'plugin')),
    ...describedIn(textOf(settings, 'config') ?? settingsFiles.service, 'service'),
  };
  return await judgeAndReport((how) => runConformance(target, { ...how, ...own }), options, streams);
}

/** Judges a receiver of webhooks. @returns the exit status @throws {InputError | ConfigurationError} */
export async function judgeReceiver({ settings }: Input, streams: Streams): Promise<number> {
  const options = commonOptions(settings, 'receiver');
  const target = readReceiverTarget(settings);
  if (options.plan) {
    streams.out.write(receiverPlan(target, options));
    return 0;
  }
  const command = commandAgain('receiver', settings, options);
  const own = { command, ...describedIn(textOf(settings, 'config') ?? settingsFiles.receiver, 'target') };
  return await judgeAndReport((how) => runReceiverConformance(target, { ...how, ...own }), options, streams);
}

/** Judges a client. @returns the exit status @throws {InputError | ConfigurationError} */
export async function judgeClient({ settings, rest }: Input, streams: Streams): Promise<number> {
  const options = commonOptions(settings, 'client');
  const target = readClientTarget(settings, rest);
  if (options.plan) {
    streams.out.write(clientPlan(target, options));
    return 0;
  }
  const again = commandAgain('client', settings, options);
  const command = rest === undefined ? again : `${again} -- ${rest.map(quoted).join(' ')}`;
  const described = rest === undefined ? describedIn(textOf(settings, 'config') ?? settingsFiles.client, 'client') : programIn(rest);
  return await judgeAndReport((how) => runClientConformance(target, { ...how, command, ...described }), options, streams);
}

/** The file that describes the target, and the line of this setting. Nothing if the file is not below the current folder. */
function describedIn(file: string, setting: string): DescribedIn {
  const path = pathBelow(file);
  if (path === undefined) return {};
  const at = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.startsWith(setting) && /^\s*:/.test(line.slice(setting.length)));
  return { describedIn: { file: path, line: Math.max(at, 0) + 1 } };
}

/** The program of a client: the first argument that is a file below the current folder, or else the command itself. */
function programIn(command: readonly string[]): DescribedIn {
  const [interpreter = '', ...words] = command;
  const [program] = [...words, interpreter].flatMap((word) => pathBelow(word) ?? []);
  return program === undefined ? {} : { describedIn: { file: program, line: 1 } };
}

/** The path from the current folder, with slashes, as reports name files of a repository. */
function pathBelow(file: string): string | undefined {
  const path = relative('', file);
  if (path === '' || path.startsWith('..') || isAbsolute(path) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  return path.split(sep).join('/');
}

/** Loads checks from files. The default export of each is a list of checks. @throws ConfigurationError */
async function loadPlugins(files: readonly string[]): Promise<readonly OwnCheck[]> {
  const checks: OwnCheck[] = [];
  for (const file of files) {
    const exported = await load(file);
    if (!Array.isArray(exported) || exported.length === 0)
      throw new ConfigurationError(`--plugin: ${file} does not export a list of checks; write 'export default [{ id, statement, run }]'.`);
    for (const [index, check] of exported.entries()) checks.push(checked(check, `--plugin: ${file}, check ${index + 1}`, checks));
  }
  return checks;
}

async function load(file: string): Promise<unknown> {
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(file)).href);
    return module.default;
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    throw new ConfigurationError(`--plugin: ${file} cannot be loaded (${line}); correct the file or its name.`);
  }
}

function checked(value: unknown, where: string, others: readonly OwnCheck[]): OwnCheck {
  if (!isCheck(value))
    throw new ConfigurationError(`${where} must have an id such as 'OWN-01', a statement, and a function run that takes the context.`);
  if (others.some(({ id }) => id === value.id))
    throw new ConfigurationError(`${where}: another check already has the id ${value.id}; choose another id.`);
  return value;
}

function isCheck(value: unknown): value is OwnCheck {
  if (typeof value !== 'object' || value === null || !('id' in value && 'statement' in value && 'run' in value)) return false;
  const { id, statement, run } = value;
  const isNamed = typeof id === 'string' && isOwnRule(id) && /^[\w-]+$/.test(id);
  return isNamed && typeof statement === 'string' && statement !== '' && typeof run === 'function';
}
