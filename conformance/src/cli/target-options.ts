import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { type Override, parseTarget } from '../config/parse.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { settingsFiles } from '../model/settings-files.ts';
import type { Target } from '../model/target.ts';
import { UsageError } from './usage-error.ts';

export const targetFlags = {
  config: { type: 'string' },
  target: { type: 'string', multiple: true },
  'header-word': { type: 'string' },
} as const;

export const targetHelp = `  --config FILE            the description of the target (default: conformance.yaml)
  --target URL             base address of both APIs; given twice, first the Admin API, then the Customer API
  --SECTION.NAME VALUE     any setting of the file, for example --service.version v3 --timing.quietMs 500
  --header-word WORD       the product word in header names (default: Service)`;

export const DEFAULT_FILE: string = settingsFiles.service;

interface Values {
  readonly config?: string | undefined;
  readonly target?: readonly string[] | undefined;
  readonly 'header-word'?: string | undefined;
}

const SETTING = /^--((?:service|credentials|companies|otherUser|foreignCompany|receiver|surface|controls|timing)\.[\w.]+)(?:=(.*))?$/s;

/** Settings of the file given as flags, apart from the command's own. @throws UsageError */
export function splitSettings(args: readonly string[]): { readonly overrides: readonly Override[]; readonly rest: readonly string[] } {
  const overrides: Override[] = [];
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [, path, inline] = SETTING.exec(args[index] ?? '') ?? [];
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

/** Reads the description of the target, with flags laid over it. @throws UsageError, ConfigurationError */
export function readTarget(values: Values, settings: readonly Override[]): Target {
  const overrides = [...targetOverrides(values.target ?? [], values['header-word']), ...settings];
  const file = values.config ?? DEFAULT_FILE;
  try {
    return parseTarget(readFileSync(file, 'utf8'), file, overrides);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    if (values.config === undefined && overrides.length > 0) return parseTarget('', 'the command line', overrides);
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(
      `${file}: cannot be read (${code}); name the description of the target with --config FILE, or write one with 'business-cloud-conformance init'.`,
    );
  }
}

/** Text as it stands, but for the settings that are numbers, null or whole objects: a key made of digits stays text. */
function settingValue(path: string, text: string): unknown {
  if (text === 'null') return null;
  const structured =
    path.startsWith('timing.') || path.startsWith('surface.bodies.') || /^(companies|receiver\.senderAddresses)\b/.test(path);
  return structured && /^(-?\d+|[[{].*)$/s.test(text) && !path.endsWith('.licenseKey') ? parseYaml(text) : text;
}

function targetOverrides(urls: readonly string[], headerWord: string | undefined): readonly Override[] {
  const [admin, customer = admin, ...more] = urls;
  if (more.length > 0) throw new UsageError('--target is given more than twice; name the Admin API, then the Customer API.');
  const overrides: Override[] = [];
  if (admin !== undefined) overrides.push(['service.adminUrl', admin, '--target'], ['service.customerUrl', customer, '--target']);
  if (headerWord !== undefined) overrides.push(['service.headerWord', headerWord, '--header-word']);
  return overrides;
}
