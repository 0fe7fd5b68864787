import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CodegenError } from './codegen-error.ts';
import { isTargetName, TARGETS, type TargetName } from './targets.ts';

/** What a command line asks for. */
export type Command =
  | { readonly verb: 'help' }
  | { readonly verb: 'generate' | 'check'; readonly target: TargetName; readonly specs: string; readonly out: string };

export const HELP: string = `Usage: business-cloud-codegen generate <package> [--specs DIR] [--out DIR]
       business-cloud-codegen check <package> [--specs DIR] [--out DIR]

Makes the src/generated folder of a package from the contract, or says how the folder differs from it.

  <package>    ${Object.keys(TARGETS).join(' | ')}
  --specs DIR  the folder of the contract (default: specs of this repository)
  --out DIR    the folder of generated files (default: src/generated of the package)

Exit code: 0 done, or nothing differs; 1 check found a difference; 2 the command or a document is wrong, and nothing was written.

Examples:
  business-cloud-codegen generate server
  business-cloud-codegen check client
  business-cloud-codegen generate conformance --specs ./specs --out /tmp/conformance
`;

const REPOSITORY: string = resolve(import.meta.dirname, '../../..');

/** @throws {CodegenError} `bad-usage` */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help || positionals[0] === 'help') return { verb: 'help' };
  const [verb, target, surplus] = positionals;
  if (verb !== 'generate' && verb !== 'check')
    throw usage(verb === undefined ? 'no command is given' : `${verb} is no command`, 'generate or check');
  if (target === undefined || !isTargetName(target)) {
    throw usage(
      target === undefined ? 'no package is named' : `${target} is no package with generated code`,
      Object.keys(TARGETS).join(', '),
    );
  }
  if (surplus !== undefined) throw usage(`${surplus} is one argument too many`, 'one package at a time');
  const specs = resolve(values.specs ?? join(REPOSITORY, 'specs'));
  const out = resolve(values.out ?? join(REPOSITORY, TARGETS[target].folder));
  return { verb, target, specs, out };
}

function parse(argv: readonly string[]): { values: { help?: boolean; specs?: string; out?: string }; positionals: string[] } {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, specs: { type: 'string' }, out: { type: 'string' } },
    });
  } catch (error) {
    throw usage(error instanceof Error ? (error.message.split('.')[0] ?? '') : String(error), '--specs DIR, --out DIR or --help');
  }
}

function usage(fault: string, expected: string): CodegenError {
  return new CodegenError('bad-usage', `business-cloud-codegen: ${fault}; expected ${expected} (see --help).`);
}
