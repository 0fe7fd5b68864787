/** The first two characters of PostgreSQL's codes for what passes: connection, resources, operator intervention, system, read-only. */
const POSTGRES_CLASSES: ReadonlySet<string> = new Set(['08', '53', '57', '58', '25']);
/** And whole codes: a race that was lost too often. */
const POSTGRES_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);
const NETWORK = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
const SQLITE = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|PROTOCOL|NOMEM)/;
// The driver's own errors have no code.
const DRIVER = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Our own: the file of the database was deleted. */
const LOST = 'database-lost';

/** Whether the store is out of reach or out of space for now: nothing was written, and the same request may succeed later (503). */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === LOST) return true;
  if (SQLITE.test(code) || NETWORK.test(code) || DRIVER.test(error.message)) return true;
  return code.length === 5 && (POSTGRES_CODES.has(code) || POSTGRES_CLASSES.has(code.slice(0, 2)));
}
