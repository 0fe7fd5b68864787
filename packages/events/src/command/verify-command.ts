import { verify } from '../node/verify.ts';
import { WebhookError } from '../webhook-error.ts';
import { bytesOf, numberOf, readArguments, refusePositionals, secretsOf, textOf } from './arguments.ts';
import { CommandError } from './command-error.ts';
import type { Terminal } from './terminal.ts';

/** `verify`: whether bytes were signed so. */
export async function verifyCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = { header: { type: 'string' }, body: { type: 'string' }, now: { type: 'string' } } as const;
  const given = readArguments(args, options);
  refusePositionals(given, 0);
  const { values } = given;
  const header = required(textOf(values, 'header'), '--header is missing: give the value of the signature header.');
  const file = required(textOf(values, 'body'), '--body is missing: give the file that holds the raw body, or - for standard input.');
  const toleranceSeconds = numberOf(values, 'tolerance', [0, 10 ** 12]) ?? 300;
  const nowSeconds = numberOf(values, 'now', [0, 10 ** 12]) ?? Math.floor(Date.now() / 1000);
  const secret = await secretsOf(values, terminal);
  try {
    const { timestamp } = verify({ header, body: await bytesOf('--body', file), secret, toleranceSeconds, nowSeconds });
    terminal.out(`genuine: signed ${nowSeconds - timestamp} s ago`);
    return 0;
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    terminal.out(`refused: ${error.code}: ${error.message}`);
    return 1;
  }
}

function required(value: string | undefined, sentence: string): string {
  if (value === undefined) throw new CommandError(sentence);
  return value;
}
