import { ServiceError } from '../service-error.ts';
import { demo } from './demo.ts';
import { HELP } from './help.ts';
import { start } from './start.ts';

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = { demo, start };

/** Runs `business-cloud-service`; returns the exit code: 0, or 2 with one sentence on standard error. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return name === undefined ? 2 : 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new ServiceError('bad-argument', `There is no command ${name}; use start or demo, or --help.`);
    await command(rest);
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    process.stderr.write(`business-cloud-service: ${error.message}\n`);
    return 2;
  }
}
