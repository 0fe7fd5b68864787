import type { Command } from '#command-line';
import { startDeliveryProcess } from '../composition/delivery-process.ts';
import { askedToEnd, listen } from './listening.ts';
import { DELIVERY_OPTIONS, STORE_OPTIONS } from './options.ts';
import { deliverySettings, monitorSettings } from './serving-settings.ts';
import { STORE_DEFAULTS, storeSettings } from './store-settings.ts';

export const deliver: Command = {
  name: 'deliver',
  summary: 'only deliver the events of a database; on PostgreSQL several may run at once',
  options: [...STORE_OPTIONS, ...DELIVERY_OPTIONS],
  examples: ['business-cloud-service deliver --database postgres://bc:secret@db/bc --key-file bc.key'],
  async run({ settings }) {
    const { host, monitorPort } = monitorSettings(settings);
    const delivery = deliverySettings(settings);
    const delivering = await startDeliveryProcess({ ...storeSettings(settings, { ...STORE_DEFAULTS, logLevel: 'info' }), ...delivery });
    const asked = askedToEnd();
    try {
      if (monitorPort !== undefined) process.stdout.write(`monitor: ${await listen(delivering.monitor, host, monitorPort)}\n`);
      process.stdout.write('ready: delivering\n');
      const lost = await Promise.race([asked, delivering.lost]);
      if (lost !== undefined) throw lost;
      return 0;
    } finally {
      await delivering.close();
    }
  },
};
