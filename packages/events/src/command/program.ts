import type { Program } from '#command-line';
import { listenCommand } from './listen-command.ts';
import { sendCommand } from './send-command.ts';
import { withServiceVariables } from './service-access.ts';
import { triggerCommand } from './trigger-command.ts';
import { verifyCommand } from './verify-command.ts';

export const program: Program = {
  name: 'business-cloud-events',
  manifest: new URL('../../package.json', import.meta.url),
  summary: 'receives, sends and verifies webhook deliveries',
  commands: [listenCommand, triggerCommand, sendCommand, verifyCommand],
  notes: `Without --secret and --secret-file, the secret is read from the environment variable BUSINESS_CLOUD_WEBHOOK_SECRET.
FILE may be - for standard input.`,
  complete: (flags, { options }, terminal) => withServiceVariables(flags, options, terminal),
};
