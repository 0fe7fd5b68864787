import type { Command } from './command.ts';
import { companyCommands } from './company.ts';
import { deliver } from './deliver.ts';
import { demo } from './demo.ts';
import { keyCommands } from './key.ts';
import { migrateCommand } from './migrate.ts';
import { record } from './record.ts';
import { start } from './start.ts';
import { userCommands } from './user.ts';
import { webhookList } from './webhook.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
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
