import type { Settings } from '#command-line';
import { quoted } from '../model/result.ts';
import type { CommonOptions } from './common-options.ts';

/** Options that choose the rules, or say what to do with the result. A command that repeats a failure sets its own. All switches are here. */
const left = new Set([
  'rule',
  'seed',
  'replay',
  'reporter',
  'scripts',
  'bail',
  'plan',
  'verbose',
  'baseline',
  'update-baseline',
  'require',
  'fail-on',
  'flaky',
]);
/** Settings that hold a secret, by the ends of their names. A shell finds each in the environment variable of that name. */
const SECRET = /(?:^|\.)(password|apiKey|licenseKey|secret)$/i;

/** The command that judges again, for a shell and without any secret. */
export function commandAgain(
  role: string,
  settings: Settings,
  { profile, budget }: CommonOptions,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const kept = [...settings]
    .filter(([name]) => !left.has(name) && name !== 'profile' && name !== 'budget')
    .flatMap(([name, { values }]) => values.map((value) => (name.includes('.') ? asSetting(value) : asOption(name, value))));
  // A replay takes both from the saved report.
  const chosen = Object.entries({ profile, budget }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  return [programIn(environment), role, ...kept, ...chosen].join(' ');
}

/** `service.version=v3` as `--service.version v3`. */
function asSetting(written: string): string {
  const at = written.indexOf('=');
  return asOption(written.slice(0, at), written.slice(at + 1));
}

function asOption(name: string, value: string): string {
  const [, secret] = SECRET.exec(name) ?? [];
  return `--${name} ${secret === undefined ? quoted(value) : `"\${${secret.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}}"`}`;
}

/** How a shell finds this program. If npx started it, it may not be installed. npm sets these variables for what it starts. */
function programIn({ npm_command, npm_config_user_agent = '' }: NodeJS.ProcessEnv): string {
  const byNpx = npm_command === 'exec' && npm_config_user_agent.startsWith('npm/');
  return byNpx ? 'npx @business-cloud/conformance' : 'business-cloud-conformance';
}
