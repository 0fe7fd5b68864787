import { ServiceError } from '../../model/service-error.ts';
import { isUnavailable } from './unavailability.ts';

const FULL: ReadonlySet<unknown> = new Set(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);
const DAMAGED = /^(?:SQLITE_(?:CORRUPT|NOTADB)|XX00[12]$)/;

const FORBIDDEN = '42501';

/** A fault of the database itself in one sentence for the operator; undefined for any other error. */
export function storeFault(cause: unknown): ServiceError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause ? String(cause.code) : '';
  const reason = cause.message.replace(/\s+/g, ' ');
  if (FULL.has(code))
    return fault(`The disk of the database is full (${reason}); free some space and try again: what was there still is.`, cause);
  if (DAMAGED.test(code))
    return fault(`The database is damaged (${reason}); restore it from a backup, or choose another --database.`, cause);
  if (code === FORBIDDEN)
    return fault(`The database does not let its user do that (${reason}); grant it, or name its owner in --database.`, cause);
  if (!isUnavailable(cause)) return undefined;
  return fault(
    `The database cannot be read or written (${reason}); check its disk or its server, and try again: what was there still is.`,
    cause,
  );
}

function fault(message: string, cause: Error): ServiceError {
  return new ServiceError('database-unusable', message, { cause });
}
