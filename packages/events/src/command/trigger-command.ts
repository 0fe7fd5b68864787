import { type Command, InputError } from '#command-line';
import { nearest, printable } from '#runtime';
import { type EventoType, eventoTypes } from '../generated/events.ts';
import { runningDemo } from './demo-access.ts';
import { COMMON_OPTIONS, LINE_CHARACTERS_MAX } from './options.ts';
import { SERVICE_NOTES, SERVICE_OPTIONS, serviceOf } from './service-access.ts';
import { logIn } from './service-calls.ts';
import { trigger } from './trigger.ts';

export const triggerCommand: Command = {
  name: 'trigger',
  operands: ['TYPE'],
  summary: 'make one event happen at a service, with what it needs, and remove what it made',
  options: [
    { name: 'demo', help: 'at the demo that listen --demo runs' },
    ...SERVICE_OPTIONS,
    ...COMMON_OPTIONS.filter(({ name }) => name === 'header-word'),
  ],
  notes: `TYPE is one of ${eventoTypes.join(', ')}.
An issued document stays, and so does its contact record: the service removes neither.
${SERVICE_NOTES}`,
  examples: [
    'business-cloud-events trigger Documento.Emit --demo',
    'business-cloud-events trigger articolo.Create --service http://127.0.0.1:8080 --user ada --password ... --api-key ... --license-key ...',
  ],
  async run({ operands: [type = ''], settings }, terminal) {
    const wanted = typeOf(type);
    const service = serviceOf(settings);
    if (service === undefined) throw new InputError('No service is named. Give --demo, or --service and who calls it; see --help.');
    const access = service === 'demo' ? await runningDemo() : service;
    const { call } = await logIn(access);
    await trigger(wanted, access.companyId, async (method, path, body) => {
      const answer = await call(method, path, body);
      terminal.out(printable(`${answer.status} ${method} ${path}`, LINE_CHARACTERS_MAX));
      return answer;
    });
    terminal.out(`${wanted} happened in company ${access.companyId}`);
    return 0;
  },
};

function typeOf(text: string): EventoType {
  const type = eventoTypes.find((known) => known.toLowerCase() === text.toLowerCase());
  if (type !== undefined) return type;
  const meant = nearest(text, eventoTypes);
  throw new InputError(`There is no event ${text}; ${meant ? `did you mean ${meant}?` : `give one of ${eventoTypes.join(', ')}.`}`);
}
