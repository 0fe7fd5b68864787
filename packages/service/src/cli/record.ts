import { readFileSync } from 'node:fs';
import { paths } from '@business-cloud/server';
import { type Command, choiceOf, requiredOf, textOf } from '#command-line';
import { openDesktopChanges } from '../composition/desktop-changes.ts';
import { ServiceError } from '../model/service-error.ts';
import { STORE_OPTIONS } from './options.ts';
import { STORE_DEFAULTS, storeSettings } from './store-settings.ts';
import { matchOf } from './values.ts';

const STANDARD_INPUT = '-';
const REQUEST = /^(POST|PUT|DELETE) (\/\S+)$/;
const EXAMPLE = `POST ${paths.createDocumento({ companyId: 1 })}`;

/** D-14: the way in for what the desktop application changed. */
export const record: Command = {
  name: 'record',
  summary: 'make a change as the desktop application does. Only its events of Documento are delivered',
  options: [
    ...STORE_OPTIONS,
    { name: 'origin', value: 'desktop', help: 'where the change comes from' },
    { name: 'request', value: '"METHOD PATH"', help: 'the change, as a request to the Customer API' },
    { name: 'body', value: 'FILE', help: 'JSON body of the request; - reads standard input' },
    { name: 'idempotency-key', value: 'KEY', help: 'an idempotency key, so that the same change is recorded once' },
  ],
  examples: [`business-cloud-service record --origin desktop --request "${EXAMPLE}" --body documento.json`],
  async run({ settings }) {
    requiredOf(settings, 'origin', 'desktop, since only changes of the desktop are recorded');
    choiceOf(settings, 'origin', ['desktop']);
    requiredOf(settings, 'request', `the change, such as "${EXAMPLE}"`);
    const request = matchOf(settings, 'request', REQUEST, `like "${EXAMPLE}"`) ?? '';
    const [, method = '', path = ''] = REQUEST.exec(request) ?? [];
    const body = bodyOf(textOf(settings, 'body'));
    const idempotencyKey = textOf(settings, 'idempotency-key');
    const changes = await openDesktopChanges(storeSettings(settings, { ...STORE_DEFAULTS, logLevel: 'fatal' }));
    try {
      const answer = await changes.make({ method, path, body, idempotencyKey });
      if (answer.status >= 300) throw new ServiceError('change-refused', `The change was refused: ${refusalOf(answer.body)}`);
      process.stdout.write(answer.body === '' ? '' : `${answer.body}\n`);
      return 0;
    } finally {
      await changes.close();
    }
  },
};

/** The members of a problem that are printed. */
interface Refusal {
  readonly code: string;
  readonly title: string;
  readonly detail?: string;
}

function refusalOf(body: string): string {
  const { code, detail, title } = JSON.parse(body) as Refusal;
  return `${detail ?? `${title}.`} (${code})`;
}

function bodyOf(file: string | undefined): Buffer {
  if (file === undefined) return Buffer.alloc(0);
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file);
  } catch (cause) {
    throw new ServiceError('bad-argument', `--body ${file} cannot be read.`, { cause });
  }
}
