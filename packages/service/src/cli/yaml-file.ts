import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ServiceError } from '../model/service-error.ts';

/**
 * What a file of YAML holds, or of JSON, which is YAML too.
 *
 * @param named how messages name the file: its path, with the option that gives it
 * @throws {ServiceError} `bad-argument`
 */
export function readYaml(file: string, named: string = file): unknown {
  try {
    return parse(readFileSync(file, 'utf8'), { logLevel: 'error' });
  } catch (cause) {
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw new ServiceError('bad-argument', `${named} cannot be read as YAML (${reason.replace(/[.:]$/, '')}).`, { cause });
  }
}
