import { readFileSync } from 'node:fs';

/** The suite cannot judge with this configuration. The message says in one sentence what is wrong, where, and what to do. Exit code 2. */
export class ConfigurationError extends Error {
  /** Distinguishes it from other errors. */
  readonly code = 'configuration';
}

/** The text of a file. @param advice ends the message of the error @param where begins it @throws ConfigurationError */
export function textIn(file: string, advice: string, where = `${file}:`): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`${where} cannot be read (${codeOf(error)}); ${advice}.`);
  }
}

/** Why something could not be done with a file: the code of the error, such as ENOENT. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
