import type { Command } from '#command-line';
import { DRAIN_SECONDS, SERVING_OPTIONS } from './options.ts';
import { serve, serveUntilEnded } from './serve.ts';
import { servingSettings } from './serving-settings.ts';
import { STORE_DEFAULTS } from './store-settings.ts';

export const start: Command = {
  name: 'start',
  summary: 'serve the data of a database, and deliver its events',
  options: SERVING_OPTIONS,
  examples: [
    'business-cloud-service start --database /var/lib/business-cloud/data.sqlite --port 8080',
    'BUSINESS_CLOUD_DATABASE=postgres://bc:secret@db/bc business-cloud-service start --key-file bc.key --admin-port 8081 --monitor-port 9090',
  ],
  async run({ settings }) {
    // Its handlers were tested: it does not check each of its answers again, as a demo and the tests do.
    process.env.NODE_ENV ??= 'production';
    const serving = await serve(servingSettings(settings, { ...STORE_DEFAULTS, logLevel: 'info', drainSeconds: DRAIN_SECONDS }));
    const { monitorUrl, adminUrl, url } = serving;
    const monitor = monitorUrl === undefined ? '' : `monitor: ${monitorUrl}\n`;
    const admin = adminUrl === url ? '' : `admin: ${adminUrl}\n`;
    await serveUntilEnded(serving, `${monitor}${admin}ready: ${url}\n`);
    return 0;
  },
};
