import { statSync } from 'node:fs';
import { ServiceError } from '../../model/service-error.ts';

/** Notices when a file of the database is deleted or replaced: SQLite goes on writing to what nobody will find again. */
export interface FileWatch {
  /** Resolves once a file is gone. */
  readonly lost: Promise<ServiceError>;
  /** @throws {ServiceError} `database-lost` from the moment when a file is gone */
  check(): void;
  stop(): void;
}

const INTERVAL_MS = 1_000;

/** @param files those that are not there yet are watched from when they appear */
export function watchFiles(files: readonly string[]): FileWatch {
  const seen = new Map<string, string>();
  let fault: ServiceError | undefined;
  let tell: (error: ServiceError) => void = () => undefined;
  const lost = new Promise<ServiceError>((resolve) => {
    tell = resolve;
  });

  function look(file: string): void {
    const stat = statSync(file, { throwIfNoEntry: false });
    const found = stat && `${stat.dev} ${stat.ino}`;
    const known = seen.get(file);
    if (found !== undefined && known === undefined) seen.set(file, found);
    if (found === known || known === undefined) return;
    const message = `${file} was deleted or replaced while the service ran: what was written to it since is lost; put the file back, or restore a backup.`;
    fault = new ServiceError('database-lost', message);
    tell(fault);
  }

  function check(): void {
    if (fault === undefined) for (const file of files) look(file);
    if (fault !== undefined) throw fault;
  }

  const timer = setInterval(() => {
    if (fault === undefined) for (const file of files) look(file);
  }, INTERVAL_MS).unref();
  check();
  return { lost, check, stop: () => clearInterval(timer) };
}
