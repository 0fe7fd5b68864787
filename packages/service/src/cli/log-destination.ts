import { type DestinationStream, pino } from 'pino';

const STANDARD_ERROR = 2;
/** How much is kept that is not written yet, in characters; beyond it lines are left out. */
const WAITING_MAX = 1024 * 1024;

/** Standard error, for logs: where it cannot be written, as on a full disk, lines are lost and the service goes on. */
export function logDestination(): DestinationStream {
  let out = open();

  function open() {
    const opened = pino.destination({ fd: STANDARD_ERROR, sync: false, maxLength: WAITING_MAX });
    // It would otherwise try for ever to write what it could not, even when the process is to end.
    opened.on('error', () => {
      if (opened !== out) return;
      out = open();
      opened.destroy();
    });
    return opened;
  }

  return { write: (line) => void out.write(line) };
}
