import { type Command, choiceOf, InputError, numberOf, type Settings, textOf } from '#command-line';
import { printable } from '#runtime';
import { eventoTypes } from '../generated/events.ts';
import { exampleEvento } from '../testing/example-evento.ts';
import { signedRequest } from '../testing/signed-request.ts';
import { tamper, tamperings } from '../testing/tamper.ts';
import { type Attempt, createTestSender, type TestDelivery } from '../testing/test-sender.ts';
import { bytesOf, COMMON_OPTIONS, headerWordOf, LINE_CHARACTERS_MAX, secretOf } from './options.ts';
import { httpUrl } from './service-access.ts';
import { causeOf } from './unanswered.ts';

const TIMES_MAX = 1000;

const DELAY_SECONDS_MAX = 10 ** 9;

export const sendCommand: Command = {
  name: 'send',
  operands: ['URL'],
  summary: 'sign an example, or the bytes of a file, and post them. Exit code 1 if an answer is not 2xx',
  options: [
    { name: 'type', value: 'TYPE', help: 'the type of the example event (default: Anagrafica.Create)' },
    { name: 'body', value: 'FILE', help: 'bytes to send instead of an example' },
    { name: 'times', value: 'N', help: 'how often to send it (default: 1)' },
    { name: 'delay', value: 'SECONDS', help: 'how long ago it was signed; a negative number is the future (default: 0)' },
    { name: 'tamper', value: 'PART', help: `break it: ${tamperings.join(', ')}` },
    ...COMMON_OPTIONS,
  ],
  examples: ['business-cloud-events send http://127.0.0.1:8080/ --type Documento.Emit --secret whsec_...'],
  async run({ operands: [receiver = ''], settings }, terminal) {
    const url = httpUrl('URL', receiver);
    const times = numberOf(settings, 'times', 1, TIMES_MAX) ?? 1;
    const headerWord = headerWordOf(settings);
    const tampering = choiceOf(settings, 'tamper', tamperings);
    const delivery = await deliveryOf(settings);
    const secret = await secretOf(settings, terminal);
    const request = signedRequest({ url, secret, headerWord, ...delivery });
    const sender = createTestSender({ to: url, secret, headerWord });
    let failures = 0;
    for (let time = 0; time < times; time += 1) {
      const { status, body } = await sent(sender.post(tampering === undefined ? request : tamper(request, tampering)), url);
      terminal.out(printable(`${status} ${body}`.trimEnd(), LINE_CHARACTERS_MAX));
      if (status < 200 || status > 299) failures += 1;
    }
    return failures === 0 ? 0 : 1;
  },
};

async function sent(attempt: Promise<Attempt>, url: string): Promise<Attempt> {
  try {
    return await attempt;
  } catch (error) {
    throw new InputError(`No answer came from ${url} (${causeOf(error)}). Check that the receiver is running there.`);
  }
}

async function deliveryOf(settings: Settings): Promise<TestDelivery> {
  const file = textOf(settings, 'body');
  const type = choiceOf(settings, 'type', eventoTypes);
  const delaySeconds = numberOf(settings, 'delay', -DELAY_SECONDS_MAX, DELAY_SECONDS_MAX) ?? 0;
  const timestamp = Math.floor(Date.now() / 1000) - delaySeconds;
  if (file === undefined) return { evento: exampleEvento(type ?? 'Anagrafica.Create'), timestamp };
  if (type !== undefined) throw new InputError('--type and --body exclude each other. Give one of them.');
  return { body: await bytesOf('--body', file), timestamp };
}
