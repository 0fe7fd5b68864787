import { chmodSync, writeFileSync } from 'node:fs';
import { type Command, choiceOf, type Settings, textOf } from '#command-line';
import { type DemoSecrets, drawnSecrets, knownSecrets } from '../demo/demo-secrets.ts';
import { type DemoAccess, writeDemo } from '../demo/demo-seed.ts';
import { ServiceError } from '../model/service-error.ts';
import { DRAWN_PASSWORD_COST } from '../security/password.ts';
import { modeOpenToOthers } from '../security/private-file.ts';
import { IN_MEMORY } from '../store/sqlite/sqlite.ts';
import { type ConformanceConfig, configYaml, demoConfig, demoText } from './demo-config.ts';
import { SERVING_OPTIONS } from './options.ts';
import { serve, serveUntilEnded } from './serve.ts';
import { type ServingSettings, servingSettings } from './serving-settings.ts';

const FORMATS = ['text', 'json', 'yaml'] as const;
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

export const demo: Command = {
  name: 'demo',
  summary: 'serve two companies with some data, and print how to call them. Without --database the data are lost at the end',
  options: [
    ...SERVING_OPTIONS,
    { name: 'print', value: 'FORMAT', help: 'text, json or yaml (default: text)' },
    { name: 'write-config', value: 'FILE', help: 'write a conformance.yaml that describes the running service' },
  ],
  examples: [
    'business-cloud-service demo --port 0 --print json',
    'business-cloud-service demo --delivery-allow 127.0.0.0/8 --delivery-ca ca.pem --write-config conformance.yaml',
  ],
  async run({ settings }) {
    const format = choiceOf(settings, 'print', FORMATS) ?? 'text';
    const serving = demoSettings(settings);
    let access: DemoAccess | undefined;
    const served = await serve(serving, async (service) => {
      access = await writeDemo(service, demoSecrets(serving));
    });
    if (access === undefined) throw new ServiceError('database-unusable', 'The demo data could not be written.');
    const { url, adminUrl, clockUrl } = served;
    const { headerWord, service } = serving;
    const { deliveryCaFile: caFile, tokenLifetimeMs } = service;
    const config = demoConfig({ access, url, adminUrl, clockUrl, tokenLifetimeMs, headerWord, caFile });
    const configFile = textOf(settings, 'write-config');
    try {
      if (configFile !== undefined) writeConfig(configFile, config);
    } catch (error) {
      await served.close();
      throw error;
    }
    const formats = { text: demoText, json: (it: ConformanceConfig) => `${JSON.stringify(it)}\n`, yaml: configYaml };
    await serveUntilEnded(served, formats[format](config));
    return 0;
  },
};

function demoSettings(settings: Settings): ServingSettings {
  const serving = servingSettings(settings, { database: IN_MEMORY, logLevel: 'warn', drainSeconds: 0 });
  // A database that stays may hold other users, whose passwords nobody drew.
  if (serving.service.database !== IN_MEMORY) return serving;
  return { ...serving, service: { ...serving.service, passwordCost: DRAWN_PASSWORD_COST } };
}

/** Known ones where they are worth nothing: the data end with the demo, and only this machine reaches it (D-11). */
function demoSecrets({ service, host }: ServingSettings): DemoSecrets {
  return service.database === IN_MEMORY && LOOPBACK.includes(host) ? knownSecrets : drawnSecrets();
}

function writeConfig(file: string, config: ConformanceConfig): void {
  try {
    writeFileSync(file, configYaml(config), { mode: 0o600 });
    // A file that was there keeps its mode.
    if (modeOpenToOthers(file) !== undefined) chmodSync(file, 0o600);
  } catch (cause) {
    throw new ServiceError('bad-argument', `--write-config ${file} cannot be written. Choose another file.`, { cause });
  }
}
