import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { InputError, type Option, type Settings, type Terminal, textOf, textsOf } from '#command-line';
import { HEADER_WORD, HEADER_WORD_PATTERN } from '../generated/limits.ts';
import { TOLERANCE_SECONDS_DEFAULT } from '../signature/claim.ts';

const SECRET_VARIABLE = 'BUSINESS_CLOUD_WEBHOOK_SECRET';

/** How much of a line is printed if a peer chose its text. */
export const LINE_CHARACTERS_MAX = 1000;

/** Options of every command. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: 'secret', value: 'TEXT', multiple: true, help: 'the secret of the webhook; listen and verify take several' },
  { name: 'secret-file', value: 'FILE', multiple: true, help: 'a file that holds the secret; a line end at its end is ignored' },
  { name: 'tolerance', value: 'SECONDS', help: `how far a timestamp may be from now (default: ${TOLERANCE_SECONDS_DEFAULT})` },
  { name: 'header-word', value: 'WORD', help: `the product word of the signature header (default: ${HEADER_WORD})` },
];

/** The product word of the signature header; it is part of the name of a header. */
export function headerWordOf(settings: Settings): string {
  const word = textOf(settings, 'header-word') ?? HEADER_WORD;
  if (HEADER_WORD_PATTERN.test(word)) return word;
  throw new InputError(`--header-word must be letters and digits, with hyphens inside, as in the name of a header. It is ${word}.`);
}

/** The secrets, from options, files or the environment; at least one. */
export async function secretsOf(settings: Settings, terminal: Terminal): Promise<readonly string[]> {
  const secrets = await knownSecretsOf(settings, terminal);
  if (secrets.length === 0) throw new InputError(`There is no secret. Give --secret, --secret-file or ${SECRET_VARIABLE}.`);
  return secrets;
}

/** The secrets, or none. They are taken as they are; only the line end of a file is dropped. */
export async function knownSecretsOf(settings: Settings, { env }: Terminal): Promise<readonly string[]> {
  const secrets = [...textsOf(settings, 'secret')];
  for (const file of textsOf(settings, 'secret-file')) {
    secrets.push((await bytesOf('--secret-file', file)).toString().replace(/\r?\n$/, ''));
  }
  const fromEnvironment = env[SECRET_VARIABLE];
  if (secrets.length === 0 && fromEnvironment !== undefined) secrets.push(fromEnvironment);
  if (secrets.includes('')) throw new InputError('A secret is empty. Give the one that the creation of the webhook answered.');
  return secrets;
}

/** The secret of a command that takes only one. */
export async function secretOf(settings: Settings, terminal: Terminal): Promise<string> {
  const [secret = '', second] = await secretsOf(settings, terminal);
  if (second !== undefined) throw new InputError('There are several secrets, but a delivery is signed with one. Give only one.');
  return secret;
}

/** The bytes of a file; of `-`, standard input. */
export async function bytesOf(source: string, file: string): Promise<Buffer> {
  if (file === '-') return buffer(process.stdin);
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`${source} ${file} cannot be read (${code}). Check the path and its permissions.`);
  }
}
