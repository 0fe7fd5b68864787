import { readFileSync } from 'node:fs';
import { type Command, type Option, requiredOf, textOf, textsOf } from '#command-line';
import { PASSWORD_LENGTH_MAX, USER_NAME_LENGTH_MAX } from '../generated/limits.ts';
import { accountId } from '../model/ids.ts';
import { ServiceError } from '../model/service-error.ts';
import { userNameOf } from '../model/user-name.ts';
import { newSecret } from '../security/secrets.ts';
import { keep, requireFound } from './keeping.ts';
import { STORE_OPTIONS } from './options.ts';
import { print } from './print.ts';
import { requireSecretFile } from './secret-file.ts';

const NAME: Option = { name: 'name', value: 'TEXT', help: 'user name' };

const add: Command = {
  name: 'user add',
  summary: 'add a user, or give one a new password, which ends its tokens, or more companies',
  options: [
    ...STORE_OPTIONS,
    NAME,
    { name: 'company', value: 'N', multiple: true, help: 'a company that the user may use; repeat it for several' },
    { name: 'password-file', value: 'FILE', help: 'file that holds the password (default: a new one is made and printed)' },
  ],
  examples: ['business-cloud-service user add --name ada --company 1 --company 2'],
  async run({ settings }) {
    const name = requiredOf(settings, 'name', 'the user name');
    if ([...name].length > USER_NAME_LENGTH_MAX)
      throw new ServiceError('bad-argument', `--name must have at most ${USER_NAME_LENGTH_MAX} characters.`);
    const companyIds = textsOf(settings, 'company').map(Number);
    const given = passwordOf(textOf(settings, 'password-file'));
    const password = given ?? newSecret('bcp');
    await keep(settings, async ({ directory, provisioning }) => {
      const known = (await directory.companies()).map(({ id }) => id);
      const missing = companyIds.find((id) => !known.includes(id));
      if (missing !== undefined || companyIds.length === 0)
        throw new ServiceError(
          'bad-argument',
          `--company must name an existing company (${known.join(', ') || 'there is none'}); add it first.`,
        );
      await provisioning.account({ name, password, companyIds });
    });
    return print({ name, companyIds, ...(given === undefined && { password }) });
  },
};

const list: Command = {
  name: 'user list',
  summary: 'print the users with their companies',
  options: STORE_OPTIONS,
  examples: ['business-cloud-service user list'],
  run: async ({ settings }) => print(await keep(settings, ({ directory }) => directory.accounts())),
};

const remove: Command = {
  name: 'user remove',
  summary: 'remove a user with its tokens and webhooks',
  options: [...STORE_OPTIONS, NAME],
  examples: ['business-cloud-service user remove --name ada'],
  async run({ settings }) {
    const name = requiredOf(settings, 'name', 'the user name');
    const removed = await keep(
      settings,
      async ({ directory }) =>
        // An account may have been added before names were kept in one form.
        (await directory.removeAccount(accountId(userNameOf(name)))) || (await directory.removeAccount(accountId(name))),
    );
    requireFound(removed, `user ${name}`);
    return 0;
  },
};

export const userCommands: readonly Command[] = [add, list, remove];

function passwordOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  requireSecretFile(file);
  try {
    const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (password !== '' && [...password].length <= PASSWORD_LENGTH_MAX) return password;
  } catch (cause) {
    throw new ServiceError('bad-argument', `--password-file ${file} cannot be read. Check the path and its permissions.`, { cause });
  }
  throw new ServiceError('bad-argument', `--password-file ${file} must hold a password of 1 to ${PASSWORD_LENGTH_MAX} characters.`);
}
