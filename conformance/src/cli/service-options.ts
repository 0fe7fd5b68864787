import type { RunOptions } from '../model/run-options.ts';
import type { Target } from '../model/target.ts';
import { parseArguments } from './argument.ts';
import { commandAgain } from './command-again.ts';
import { type CommonOptions, commonFlags, parseCommonOptions } from './common-options.ts';
import { describedIn } from './described-in.ts';
import { DEFAULT_FILE, readTarget, splitSettings, targetFlags } from './target-options.ts';

export interface ServiceOptions extends CommonOptions {
  /** What judges again, but for the choice of a rule and a seed. */
  readonly command: string;
  readonly describedIn?: RunOptions['describedIn'];
  readonly target: Target;
  /** Files of checks that are not the contract's. */
  readonly plugins: readonly string[];
}

/**
 * Reads the command line of `service`; undefined when help is asked for.
 * @throws UsageError, ConfigurationError
 */
export function parseServiceOptions(args: readonly string[]): ServiceOptions | undefined {
  const { overrides, rest } = splitSettings(args);
  const { values } = parseArguments('service', rest, { ...targetFlags, ...commonFlags, plugin: { type: 'string', multiple: true } }, false);
  if (values.help) return undefined;
  // The words of the command first, the file last: what is wrong with the call does not depend on a file.
  const common = parseCommonOptions(values, 'service');
  const described = { ...describedIn(values.config ?? DEFAULT_FILE, 'service'), target: readTarget(values, overrides) };
  return { ...common, command: commandAgain('service', args, common), ...described, plugins: values.plugin ?? [] };
}
