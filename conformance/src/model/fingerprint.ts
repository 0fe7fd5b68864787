import { createHash } from 'node:crypto';
import type { Finding } from './verdict.ts';

/** What tells one failure of a rule from another, whatever names, ids and numbers the run gave: the problem, and the status that came. */
export function fingerprintOf(rule: string, { message, actual }: Pick<Finding, 'message' | 'actual'>): string {
  const [status = ''] = /^[1-5]\d\d\b/.exec(actual) ?? [];
  return createHash('sha256')
    .update(`${rule}\n${withoutValues(message)}\n${status}`)
    .digest('hex')
    .slice(0, 12);
}

function withoutValues(text: string): string {
  return text
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/conformance-[\w-]+/gi, '…')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '…')
    .replaceAll(/\d+/g, '#');
}
