import { type Command, requiredOf } from '#command-line';
import { keep, requireFound } from './keeping.ts';
import { STORE_OPTIONS } from './options.ts';
import { print } from './print.ts';

const add: Command = {
  name: 'key add',
  summary: "add a developer's API key and print it",
  options: [...STORE_OPTIONS, { name: 'label', value: 'TEXT', help: 'whose key it is' }],
  examples: ['business-cloud-service key add --label "Web shop"'],
  async run({ settings }) {
    const label = requiredOf(settings, 'label', 'a text that says whose key it is');
    return print({ label, apiKey: await keep(settings, ({ provisioning }) => provisioning.apiKey(label)) });
  },
};

const list: Command = {
  name: 'key list',
  summary: 'print identifiers and labels of the API keys; nobody can read back the keys themselves',
  options: STORE_OPTIONS,
  examples: ['business-cloud-service key list'],
  run: async ({ settings }) => print(await keep(settings, ({ directory }) => directory.apiKeys())),
};

const remove: Command = {
  name: 'key remove',
  summary: 'remove an API key',
  options: [...STORE_OPTIONS, { name: 'id', value: 'ID', help: 'its identifier, as key list prints it' }],
  examples: ['business-cloud-service key remove --id 3f1c9a72b0de'],
  async run({ settings }) {
    const id = requiredOf(settings, 'id', 'the identifier of the key');
    requireFound(await keep(settings, ({ directory }) => directory.removeApiKey(id)), `API key ${id}`);
    return 0;
  },
};

export const keyCommands: readonly Command[] = [add, list, remove];
