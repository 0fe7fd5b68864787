import { createHash } from 'node:crypto';
import type { Finding } from './verdict.ts';

/**
 * What tells one failure of a rule from another: whether the target broke (5xx), or did what it must not. Nothing finer, since which of several
 * demands fails first, of which object, and in which order the answers of a race come, differs from run to run and from seed to seed.
 */
export function fingerprintOf(rule: string, { actual }: Pick<Finding, 'actual'>): string {
  const [status = '', ...others] = actual.match(/(?<=^|, )[1-5]\d\d\b/g) ?? [];
  const broke = others.length === 0 && status.startsWith('5');
  return createHash('sha256')
    .update(`${rule}\n${broke ? '5xx' : ''}`)
    .digest('hex')
    .slice(0, 12);
}
