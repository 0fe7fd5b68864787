import { type EventoType, eventoTypes } from '../generated/events.ts';
import { exampleEvento } from '../testing/example-evento.ts';
import { signedRequest } from '../testing/signed-request.ts';
import { type Tampering, tamper, tamperings } from '../testing/tamper.ts';
import { type Attempt, createTestSender, type TestDelivery } from '../testing/test-sender.ts';
import { bytesOf, headerWordOf, numberOf, readArguments, refusePositionals, secretOf, textOf, type Values } from './arguments.ts';
import { CommandError } from './command-error.ts';
import type { Terminal } from './terminal.ts';

const TIMES_MAX = 1000;

/** `send`: signs an example, or bytes of yours, and posts them. */
export async function sendCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const text = { type: 'string' } as const;
  const given = readArguments(args, { type: text, body: text, times: text, delay: text, tamper: text });
  refusePositionals(given, 1);
  const { values } = given;
  const url = urlOf(given.positionals[0]);
  const times = numberOf(values, 'times', [1, TIMES_MAX]) ?? 1;
  const headerWord = headerWordOf(values);
  const tampering = tamperingOf(values);
  const delivery = await deliveryOf(values);
  const secret = await secretOf(values, terminal);
  const request = signedRequest({ url, secret, headerWord, ...delivery });
  const sender = createTestSender({ to: url, secret, headerWord });
  let failures = 0;
  for (let time = 0; time < times; time += 1) {
    const { status, body } = await sent(sender.post(tampering === undefined ? request : tamper(request, tampering)), url);
    terminal.out(`${status} ${body}`.trimEnd());
    if (status < 200 || status > 299) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}

async function sent(attempt: Promise<Attempt>, url: string): Promise<Attempt> {
  try {
    return await attempt;
  } catch (error) {
    const { cause = error } = error as { readonly cause?: { readonly code?: string } };
    throw new CommandError(
      `No answer came from ${url} (${(cause as { readonly code?: string }).code ?? String(cause)}): is the receiver there?`,
    );
  }
}

function urlOf(text: string | undefined): string {
  if (text === undefined) throw new CommandError('The URL of the receiver is missing: send http://127.0.0.1:8080/');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw new CommandError(`'${text}' is no http or https URL.`);
}

async function deliveryOf(values: Values): Promise<TestDelivery> {
  const file = textOf(values, 'body');
  const type = textOf(values, 'type');
  const delaySeconds = numberOf(values, 'delay', [-(10 ** 9), 10 ** 9]) ?? 0;
  const timestamp = Math.floor(Date.now() / 1000) - delaySeconds;
  if (file !== undefined && type !== undefined)
    throw new CommandError('Give either --type or --body: the bytes of a file are sent as they are.');
  if (file !== undefined) return { body: await bytesOf('--body', file), timestamp };
  return { evento: exampleEvento(typeOf(type ?? 'Anagrafica.Create')), timestamp };
}

function typeOf(text: string): EventoType {
  const type = eventoTypes.find((each) => each === text);
  if (type === undefined) throw new CommandError(`--type is '${text}', but must be one of ${eventoTypes.join(', ')}.`);
  return type;
}

function tamperingOf(values: Values): Tampering | undefined {
  const text = textOf(values, 'tamper');
  const tampering = tamperings.find((each) => each === text);
  if (text === undefined || tampering !== undefined) return tampering;
  throw new CommandError(`--tamper is '${text}', but must be one of ${tamperings.join(', ')}.`);
}
