import { quoted } from '../model/quoted.ts';
import type { CommonOptions } from './common-options.ts';

/** Options that choose what is judged, or say what becomes of the result: what tries a failure again says them anew. */
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
const withoutValue = new Set(['bail', 'plan', 'update-baseline', 'verbose']);
/** Settings that hold a secret, by the ends of their names, and where a shell finds them. */
const SECRET = /(?:^|\.)(password|apiKey|licenseKey|secret)$/i;

/** The command that judges again, as it was written: for a shell, and without any secret. */
export function commandAgain(
  role: string,
  args: readonly string[],
  { profile, budget }: CommonOptions,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const kept: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, name = '', inline] = /^--([\w.-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const takesNext = inline === undefined && !withoutValue.has(name) && index + 1 < args.length && !args[index + 1]?.startsWith('--');
    const value = inline ?? (takesNext ? args[index + 1] : undefined);
    if (takesNext && arg.startsWith('--')) index += 1;
    if (left.has(name)) continue;
    const [, secret] = SECRET.exec(name) ?? [];
    if (name === '') kept.push(quoted(arg));
    else if (secret !== undefined) kept.push(`--${name} "\${${secret.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}}"`);
    else kept.push(value === undefined ? arg : `--${name} ${quoted(value)}`);
  }
  // A replay takes both from the saved report.
  const added = Object.entries({ profile, budget }).flatMap(([name, value]) =>
    value === undefined || kept.some((one) => one.startsWith(`--${name} `)) ? [] : [`--${name} ${value}`],
  );
  return [programIn(environment), role, ...kept, ...added].join(' ');
}

/** How a shell finds this program: by npx where npx started it, since it may be installed nowhere. npm says so to what it starts. */
function programIn({ npm_command, npm_config_user_agent = '' }: NodeJS.ProcessEnv): string {
  const byNpx = npm_command === 'exec' && npm_config_user_agent.startsWith('npm/');
  return byNpx ? 'npx @business-cloud/conformance' : 'business-cloud-conformance';
}
