import { createHash } from 'node:crypto';
import { operations } from '../generated/operations.ts';
import type { Finding } from './verdict.ts';

/**
 * What tells one failure of a rule from another, whatever names, ids and numbers the run gave, and whatever it drew: what must be, and the
 * status that came instead. Of a race only what must be, since its answers differ each time.
 */
export function fingerprintOf(rule: string, { message, actual }: Pick<Finding, 'message' | 'actual'>): string {
  const [answer = '', ...others] = actual.match(/(?<=^|, )(?:[1-5]\d\d\b|no answer)/g) ?? [];
  return createHash('sha256')
    .update(`${rule}\n${demanded(message)}\n${others.length === 0 ? answer : ''}`)
    .digest('hex')
    .slice(0, 12);
}

/** The sentence from its verb on, since its subject is most often what was drawn, and without what stands for one object of many. */
function demanded(message: string): string {
  return (/\bmust\b.*/s.exec(message)?.[0] ?? message)
    .replaceAll(/"[^"]*"|\([^()]*\)/g, '…')
    .replaceAll(/conformance-[\w-]+/gi, '…')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '…')
    .replaceAll(/\b[A-Z]\w+\.[A-Z]\w+\b/g, '…')
    .replaceAll(/\w+/g, (word) => (Object.hasOwn(operations, word) ? '…' : word))
    .replaceAll(/\d+/g, '#');
}
