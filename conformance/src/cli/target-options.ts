import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { InputError, type Settings, textOf, textsOf } from '#command-line';
import { type Override, parseTarget } from '../config/parse.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { settingsFiles } from '../model/result.ts';
import type { Target } from '../model/target.ts';

/** Reads the description of the target. Options take precedence over the file. @throws {InputError | ConfigurationError} */
export function readTarget(settings: Settings): Target {
  const overrides = [...targetOverrides(settings), ...settingOverrides(settings)];
  const config = textOf(settings, 'config');
  const file = config ?? settingsFiles.service;
  try {
    return parseTarget(readFileSync(file, 'utf8'), file, overrides);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    if (config === undefined && overrides.length > 0) return parseTarget('', 'the command line', overrides);
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(
      `${file}: cannot be read (${code}); name the description of the target with --config FILE, or write one with 'business-cloud-conformance init'.`,
    );
  }
}

/** Only some settings are numbers, lists or objects. The others stay text, since a key may consist of digits. */
function settingValue(path: string, text: string): unknown {
  if (text === 'null') return null;
  const structured =
    path.startsWith('timing.') || path.startsWith('surface.bodies.') || /^(companies|receiver\.senderAddresses)\b/.test(path);
  return structured && /^(-?\d+|[[{].*)$/s.test(text) && !path.endsWith('.licenseKey') ? parseYaml(text) : text;
}

/** Options such as `--service.version v3`. */
function settingOverrides(settings: Settings): readonly Override[] {
  return textsOf(settings, 'SECTION.NAME').map((written): Override => {
    const [path = '', ...value] = written.split('=');
    return [path, settingValue(path, value.join('='))];
  });
}

function targetOverrides(settings: Settings): readonly Override[] {
  const [admin, customer = admin, ...more] = textsOf(settings, 'target');
  const headerWord = textOf(settings, 'header-word');
  if (more.length > 0) throw new InputError('--target is given more than twice; name the Admin API, then the Customer API.');
  const overrides: Override[] = [];
  if (admin !== undefined) overrides.push(['service.adminUrl', admin, '--target'], ['service.customerUrl', customer, '--target']);
  if (headerWord !== undefined) overrides.push(['service.headerWord', headerWord, '--header-word']);
  return overrides;
}
