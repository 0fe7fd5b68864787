import { writeFileSync } from 'node:fs';
import { type DemoAccess, seedDemo } from '../demo/demo-seed.ts';
import { ServiceError } from '../service-error.ts';
import { IN_MEMORY } from '../store/sqlite.ts';
import { choiceOf, readArguments, textOf } from './arguments.ts';
import { type ConformanceConfig, configYaml, demoConfig, demoText } from './demo-config.ts';
import { serve, untilEnded } from './serve.ts';
import { SERVING_OPTIONS, servingOptions } from './serving-options.ts';

const FORMATS = ['text', 'json', 'yaml'] as const;

/** `demo`: serves two companies with some data, and says how to call them. */
export async function demo(args: readonly string[]): Promise<void> {
  const values = readArguments(args, { ...SERVING_OPTIONS, print: { type: 'string' }, 'write-config': { type: 'string' } });
  const format = choiceOf(values, 'print', FORMATS) ?? 'text';
  const options = servingOptions(values, { database: IN_MEMORY, logLevel: 'warn' });
  let access: DemoAccess | undefined;
  const serving = await serve(options, async (service) => {
    access = await seedDemo(service);
  });
  if (access === undefined) throw new ServiceError('database-unusable', 'The demo data could not be written.');
  const { service, headerWord } = options;
  const config = demoConfig({ access, url: serving.url, clockUrl: serving.clockUrl, headerWord, caFile: service.deliveryCaFile });
  const configFile = textOf(values, 'write-config');
  if (configFile !== undefined) writeConfig(configFile, config);
  process.stdout.write({ text: demoText, json: (it: ConformanceConfig) => `${JSON.stringify(it)}\n`, yaml: configYaml }[format](config));
  await untilEnded(serving);
}

function writeConfig(file: string, config: ConformanceConfig): void {
  try {
    writeFileSync(file, configYaml(config), { mode: 0o600 });
  } catch (cause) {
    throw new ServiceError('bad-argument', `--write-config ${file} cannot be written; choose another file.`, { cause });
  }
}
