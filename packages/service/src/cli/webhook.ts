import type { Command } from '#command-line';
import { keep } from './keeping.ts';
import { STORE_OPTIONS } from './options.ts';
import { print } from './print.ts';

export const webhookList: Command = {
  name: 'webhook list',
  summary: 'print the webhooks of all users, with how many deliveries wait for each',
  options: STORE_OPTIONS,
  examples: ['business-cloud-service webhook list'],
  run: async ({ settings }) => print(await keep(settings, ({ directory }) => directory.webhooks())),
};
