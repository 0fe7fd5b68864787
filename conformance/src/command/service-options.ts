import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse as parseYaml } from 'yaml';
import { ConfigurationError } from '../config/configuration-error.ts';
import { type Override, parseTarget } from '../config/parse.ts';
import type { Target } from '../config/target.ts';
import type { Budget, Profile } from '../run/result.ts';
import { selectRules } from '../run/select-rules.ts';
import { UsageError } from './usage-error.ts';

export interface Reporter {
  readonly kind: 'console' | 'json';
  /** Standard output where there is none. */
  readonly file?: string;
}

export interface ServiceOptions {
  readonly target: Target;
  readonly profile: Profile;
  readonly rules: readonly string[];
  readonly budget: Budget;
  readonly seed?: number;
  readonly reporters: readonly Reporter[];
}

const defaultFile = 'conformance.yaml';
const setting = /^--((?:service|credentials|companies|foreignCompany|receiver|surface|controls|timing)\.[\w.]+)(?:=(.*))?$/s;

/**
 * Reads the command line of `service`; undefined when help is asked for.
 * @throws UsageError, ConfigurationError
 */
export function parseServiceOptions(args: readonly string[]): ServiceOptions | undefined {
  const { overrides, rest } = splitSettings(args);
  const values = parseFlags(rest);
  if (values.help) return undefined;
  const rules = values.rule ?? [];
  for (const pattern of rules) {
    if (selectRules([pattern]).length === 0)
      throw new UsageError(`--rule: no service rule is called ${pattern}; use an id such as IDEM-03, or a pattern such as 'IDEM-*'.`);
  }
  const seed = values.seed === undefined ? undefined : parseSeed(values.seed);
  // The words of the command first, the file last: what is wrong with the call does not depend on a file.
  const flags = {
    profile: oneOf('--profile', values.profile ?? 'stated', ['stated', 'reference']),
    rules,
    budget: oneOf('--budget', values.budget ?? 'standard', ['quick', 'standard', 'thorough']),
    ...(seed !== undefined && { seed }),
    reporters: (values.reporter ?? ['console']).map(parseReporter),
  };
  const target = parseTargetFile(values.config, [...targetOverrides(values.target ?? [], values['header-word']), ...overrides]);
  return { target, ...flags };
}

function parseFlags(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        config: { type: 'string' },
        target: { type: 'string', multiple: true },
        'header-word': { type: 'string' },
        profile: { type: 'string' },
        rule: { type: 'string', multiple: true },
        budget: { type: 'string' },
        seed: { type: 'string' },
        reporter: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    const [message] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(`${message}; see 'business-cloud-conformance service --help'.`);
  }
}

/** Settings of the file given as flags, apart from the command's own. */
function splitSettings(args: readonly string[]): { readonly overrides: readonly Override[]; readonly rest: readonly string[] } {
  const overrides: Override[] = [];
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [, path, inline] = setting.exec(args[index] ?? '') ?? [];
    if (path === undefined) {
      rest.push(args[index] ?? '');
      continue;
    }
    if (inline === undefined) index += 1;
    const value = inline ?? args[index];
    if (value === undefined) throw new UsageError(`--${path} needs a value.`);
    overrides.push([path, settingValue(path, value)]);
  }
  return { overrides, rest };
}

/** Text as it stands, but for the settings that are numbers, null or whole objects: a key made of digits stays text. */
function settingValue(path: string, text: string): unknown {
  if (text === 'null') return null;
  const structured =
    path.startsWith('timing.') || path.startsWith('surface.bodies.') || /^(companies|receiver\.senderAddresses)\b/.test(path);
  return structured && /^(\d+|[[{].*)$/s.test(text) && !path.endsWith('.licenseKey') ? parseYaml(text) : text;
}

function targetOverrides(urls: readonly string[], headerWord: string | undefined): readonly Override[] {
  const [admin, customer = admin, ...more] = urls;
  if (more.length > 0) throw new UsageError('--target is given more than twice; name the Admin API, then the Customer API.');
  return [
    ...(admin === undefined
      ? []
      : ([
          ['service.adminUrl', admin],
          ['service.customerUrl', customer],
        ] as const)),
    ...(headerWord === undefined ? [] : ([['service.headerWord', headerWord]] as const)),
  ];
}

function parseTargetFile(file: string | undefined, overrides: readonly Override[]): Target {
  try {
    return parseTarget(readFileSync(file ?? defaultFile, 'utf8'), file ?? defaultFile, overrides);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    if (file === undefined && overrides.length > 0) return parseTarget('', 'the command line', overrides);
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(
      `${file ?? defaultFile}: cannot be read (${code}); name the description of the target with --config FILE.`,
    );
  }
}

function parseReporter(text: string): Reporter {
  const at = text.indexOf('=');
  const kind = oneOf('--reporter', at < 0 ? text : text.slice(0, at), ['console', 'json']);
  if (at === text.length - 1) throw new UsageError(`--reporter ${text}: name a file after the equals sign.`);
  return { kind, ...(at >= 0 && { file: text.slice(at + 1) }) };
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isInteger(seed) || Math.abs(seed) > 0x7fffffff)
    throw new UsageError(`--seed: ${text} is not a whole number between -2147483647 and 2147483647.`);
  return seed;
}

function oneOf<const T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new UsageError(`${flag}: ${text} is none of ${choices.join(', ')}.`);
  return found;
}
