import type { RunOptions } from '../model/run-options.ts';
import type { Target } from '../model/target.ts';
import { parseArguments } from './argument.ts';
import { commandAgain } from './command-again.ts';
import { type CommonOptions, commonFlags, parseCommonOptions } from './common-options.ts';
import { describedIn, readTarget, splitSettings, targetFlags } from './target-options.ts';

export interface ServiceOptions extends CommonOptions {
  /** What judges again, but for the choice of a rule and a seed. */
  readonly command: string;
  readonly describedIn?: NonNullable<RunOptions['describedIn']>;
  readonly target: Target;
}

/**
 * Reads the command line of `service`; undefined when help is asked for.
 * @throws UsageError, ConfigurationError
 */
export function parseServiceOptions(args: readonly string[]): ServiceOptions | undefined {
  const { overrides, rest } = splitSettings(args);
  const { values } = parseArguments('service', rest, { ...targetFlags, ...commonFlags }, false);
  if (values.help) return undefined;
  // The words of the command first, the file last: what is wrong with the call does not depend on a file.
  const common = parseCommonOptions(values, 'service');
  return { ...common, command: commandAgain('service', args, common), ...describedIn(values), target: readTarget(values, overrides) };
}
