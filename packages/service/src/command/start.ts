import { readArguments } from './arguments.ts';
import { serve, untilEnded } from './serve.ts';
import { SERVING_OPTIONS, servingOptions } from './serving-options.ts';

/** `start`: serves the data of a database until the process is asked to end. */
export async function start(args: readonly string[]): Promise<void> {
  const options = servingOptions(readArguments(args, SERVING_OPTIONS), { database: 'business-cloud.sqlite', logLevel: 'info' });
  const serving = await serve(options);
  process.stdout.write(`ready: ${serving.url}\n`);
  await untilEnded(serving);
}
