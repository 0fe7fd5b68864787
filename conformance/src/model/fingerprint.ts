import { createHash } from 'node:crypto';
import type { Finding } from './verdict.ts';

/**
 * Tells failures of one rule apart only by whether the target failed (5xx) or did something wrong. Details differ from run to run:
 * which demand fails first, for which object, and in which order the answers of a race arrive.
 */
export function fingerprintOf(rule: string, { actual }: Pick<Finding, 'actual'>): string {
  const [status = '', ...others] = actual.match(/(?<=^|, )[1-5]\d\d\b/g) ?? [];
  const broke = others.length === 0 && status.startsWith('5');
  return createHash('sha256')
    .update(`${rule}\n${broke ? '5xx' : ''}`)
    .digest('hex')
    .slice(0, 12);
}
