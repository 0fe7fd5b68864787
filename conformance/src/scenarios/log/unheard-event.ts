import { setTimeout as sleep } from 'node:timers/promises';
import { contactTypes } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { oncePerRun } from '../once-per-run.ts';
import { holdsText } from '../operations/holds-text.ts';
import { createContact } from '../resources/contact-life.ts';
import { WatchedLog } from './watched-log.ts';

/** An event of the first company that no webhook of the run asked for when it was fired. */
export interface UnheardEvent {
  readonly type: string;
  /** Whether the log shows it; undefined if it cannot be read so far back. */
  readonly isListed: Promise<boolean | undefined>;
}

/** Pauses before the log is read again: it may show events a little after they were fired. */
const PAUSES_MS = [0, 100, 300, 1_000];

/** To be called before any webhook of the first company is created. Undefined if the target has no log, and below the standard budget. */
export const unheardEvent: (context: CheckContext) => Promise<UnheardEvent | undefined> = oncePerRun(async (context) => {
  const [company] = context.target.companies;
  const log = context.isQuick ? undefined : await WatchedLog.start(context, company);
  if (log === undefined) return undefined;
  const { nome } = await createContact(context, company);
  const isListed = lookedFor(context, log, nome);
  // Who waits for it meets it again.
  isListed.catch(() => {});
  return { type: contactTypes(context).create, isListed };
});

async function lookedFor(context: CheckContext, log: WatchedLog, nome: string): Promise<boolean | undefined> {
  for (const pauseMs of PAUSES_MS) {
    await context.idle(() => sleep(pauseMs));
    const events = await log.events();
    if (events === undefined) return undefined;
    if (events.some(({ object }) => holdsText(object, nome))) return true;
  }
  return false;
}
