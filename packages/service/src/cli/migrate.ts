import type { Command } from '#command-line';
import { createClock } from '../model/clock.ts';
import { openStore } from '../store/open-store.ts';
import { STORE_OPTIONS } from './options.ts';
import { storeSettings } from './store-settings.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: "bring a database to this version's schema, as every other command does before it begins",
  options: STORE_OPTIONS,
  examples: ['business-cloud-service migrate --database postgres://bc:secret@db/bc --key-file bc.key'],
  async run({ settings }) {
    const { database } = await openStore(storeSettings(settings), createClock());
    await database.close();
    return 0;
  },
};
