import { type Command, numberOf, requiredOf } from '#command-line';
import { printable } from '#runtime';
import { verify } from '../node/verify.ts';
import { TOLERANCE_SECONDS_DEFAULT } from '../signature/claim.ts';
import { WebhookError } from '../webhook-error.ts';
import { bytesOf, COMMON_OPTIONS, LINE_CHARACTERS_MAX, secretsOf } from './options.ts';

const SECONDS_MAX = 10 ** 12;

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'say whether the bytes of a file have this signature. Exit code 1 if they do not',
  options: [
    { name: 'header', value: 'TEXT', help: 'the value of the signature header' },
    { name: 'body', value: 'FILE', help: 'the raw body' },
    { name: 'now', value: 'SECONDS', help: 'the current Unix time (default: the clock)' },
    ...COMMON_OPTIONS,
  ],
  examples: ["business-cloud-events verify --header 't=1700000000,v2=5cb...' --body body.json --now 1700000000 --secret whsec_..."],
  async run({ settings }, terminal) {
    const header = requiredOf(settings, 'header', 'the value of the signature header');
    const file = requiredOf(settings, 'body', 'the file that holds the raw body, or - for standard input');
    const toleranceSeconds = numberOf(settings, 'tolerance', 0, SECONDS_MAX) ?? TOLERANCE_SECONDS_DEFAULT;
    const nowSeconds = numberOf(settings, 'now', 0, SECONDS_MAX) ?? Math.floor(Date.now() / 1000);
    const secret = await secretsOf(settings, terminal);
    const body = await bytesOf('--body', file);
    try {
      const { timestamp } = verify({ header, body, secret, toleranceSeconds, nowSeconds });
      terminal.out(`genuine: signed ${nowSeconds - timestamp} s ago`);
      return 0;
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      terminal.out(printable(`refused: ${error.code}: ${error.message}`, LINE_CHARACTERS_MAX));
      return 1;
    }
  },
};
