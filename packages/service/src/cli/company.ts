import { type Command, numberOf, type Option, requiredOf, type Settings, textOf } from '#command-line';
import { NOME_LENGTH_MAX } from '../generated/limits.ts';
import { companyId } from '../model/ids.ts';
import { ServiceError } from '../model/service-error.ts';
import { readAziendaFile } from './azienda-file.ts';
import { keep, requireFound } from './keeping.ts';
import { STORE_OPTIONS } from './options.ts';
import { print } from './print.ts';

const ID: Option = { name: 'id', value: 'N', help: 'identifier of the company, as in paths' };
const COMPANY_ID_MAX = 999_999_999;

const add: Command = {
  name: 'company add',
  summary: 'add a company, or change it, and print its new license key',
  options: [
    ...STORE_OPTIONS,
    ID,
    { name: 'name', value: 'TEXT', help: 'its name' },
    { name: 'azienda', value: 'FILE', help: 'YAML or JSON with its other fields, such as idFiscaleIva and sede for electronic invoices' },
  ],
  examples: ['business-cloud-service company add --id 1 --name "Ferramenta Aurora S.r.l." --azienda aurora.yaml'],
  async run({ settings }) {
    const id = idOf(settings);
    const nome = requiredOf(settings, 'name', 'the name of the company');
    if ([...nome].length > NOME_LENGTH_MAX)
      throw new ServiceError('bad-argument', `--name must have at most ${NOME_LENGTH_MAX} characters.`);
    const file = textOf(settings, 'azienda');
    const azienda = { nome, ...(file !== undefined && readAziendaFile(file)) };
    return print({ id, licenseKey: await keep(settings, ({ provisioning }) => provisioning.company({ id, azienda })) });
  },
};

const list: Command = {
  name: 'company list',
  summary: 'print the companies',
  options: STORE_OPTIONS,
  examples: ['business-cloud-service company list'],
  run: async ({ settings }) => print(await keep(settings, ({ directory }) => directory.companies())),
};

const remove: Command = {
  name: 'company remove',
  summary: 'remove a company with everything in it',
  options: [...STORE_OPTIONS, ID],
  examples: ['business-cloud-service company remove --id 1'],
  async run({ settings }) {
    const id = idOf(settings);
    requireFound(await keep(settings, ({ directory }) => directory.removeCompany(companyId(id))), `company ${id}`);
    return 0;
  },
};

export const companyCommands: readonly Command[] = [add, list, remove];

function idOf(settings: Settings): number {
  requiredOf(settings, 'id', 'the identifier of the company');
  return numberOf(settings, 'id', 1, COMPANY_ID_MAX) ?? 0;
}
