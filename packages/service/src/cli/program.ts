import type { Command, Program } from '#command-line';
import { ServiceError } from '../model/service-error.ts';
import { storeFault } from '../store/sql/store-fault.ts';
import { companyCommands } from './company.ts';
import { deliver } from './deliver.ts';
import { demo } from './demo.ts';
import { keyCommands } from './key.ts';
import { migrateCommand } from './migrate.ts';
import { record } from './record.ts';
import { completeSettings, variableOf } from './settings.ts';
import { start } from './start.ts';
import { userCommands } from './user.ts';
import { webhookList } from './webhook.ts';

const commands: readonly Command[] = [
  demo,
  start,
  deliver,
  migrateCommand,
  ...companyCommands,
  ...userCommands,
  ...keyCommands,
  webhookList,
  record,
];

export const program: Program = {
  name: 'business-cloud-service',
  manifest: new URL('../../package.json', import.meta.url),
  summary: 'the reference service of the Business Management Cloud Service',
  commands,
  notes: `An option is a flag, an environment variable (--key-file: ${variableOf('key-file')}), or an entry of the YAML file of --config
(key-file: ...). The first of these that has it counts.`,
  complete: (flags, { options }, { env }) =>
    completeSettings({ flags, options, known: commands.flatMap((command) => command.options), environment: env }),
  explain(error) {
    const explained = error instanceof ServiceError ? error : storeFault(error);
    return explained && `business-cloud-service: ${onOneLine(explained.message)}`;
  },
};

function onOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
