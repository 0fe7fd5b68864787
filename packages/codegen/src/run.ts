import { relative } from 'node:path';
import { CodegenError } from './codegen-error.ts';
import { type Command, HELP, parseCommand } from './command-line.ts';
import { generate } from './generate.ts';
import { compareFolder, writeFolder } from './generated-folder.ts';

/** Where a run writes its lines. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
}

/** Runs one command line and answers its exit code. */
export async function run(argv: readonly string[], output: Output): Promise<number> {
  try {
    const command = parseCommand(argv);
    if (command.verb === 'help') output.out(HELP.trimEnd());
    else return command.verb === 'generate' ? await write(command, output) : await check(command, output);
    return 0;
  } catch (error) {
    if (!(error instanceof CodegenError)) throw error;
    output.err(error.message);
    return 2;
  }
}

type WorkCommand = Exclude<Command, { verb: 'help' }>;

async function write({ target, specs, out }: WorkCommand, output: Output): Promise<number> {
  output.out(`${target}: generating from ${specs}`);
  const files = await generate(target, specs);
  const changed = await writeFolder(out, files);
  output.out(`${target}: ${files.length} files, ${changed.length === 0 ? 'none' : changed.length} changed.`);
  return 0;
}

async function check({ target, specs, out }: WorkCommand, output: Output): Promise<number> {
  output.out(`${target}: comparing with ${specs}`);
  const files = await generate(target, specs);
  const differences = await compareFolder(out, files);
  for (const { name, kind } of differences) output.err(`${kind}: ${relative(process.cwd(), `${out}/${name}`)}`);
  if (differences.length > 0) output.err(`Run \`business-cloud-codegen generate ${target}\` (or \`pnpm generate\`) and commit the result.`);
  else output.out(`${target}: ${files.length} files, as generated.`);
  return differences.length > 0 ? 1 : 0;
}
