import { fault } from '../fault.ts';

/** The table in which the SQL stores mark what was processed. */
export const TABLE_DEFAULT = 'processed_webhook_event';

/** With a time that is no number, an event would be marked for ever, or none be forgotten. */
export function requireNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw fault(`${name} must be a number.`);
}

/** What happened to work whose transaction ended before it: the database gave it up, or the handler rolled it back. */
export function rolledBack(): Error {
  return new Error('The transaction was rolled back while onEvent went on. Let the errors of its queries through.');
}
