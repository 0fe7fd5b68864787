import { contactTypes } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { lookUntil } from '../../wait/arrives.ts';
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

/** To be called before any webhook of the first company is created. Undefined if the target has no log, and at the quick budget. */
export const unheardEvent: (context: CheckContext) => Promise<UnheardEvent | undefined> = oncePerRun(async (context) => {
  const [company] = context.target.companies;
  const log = context.isQuick ? undefined : await WatchedLog.start(context, company);
  if (log === undefined) return undefined;
  const { nome } = await createContact(context, company);
  const isListed = lookedFor(context, log, nome);
  // Whoever awaits `isListed` gets the error. This only prevents an unhandled rejection before that.
  isListed.catch(() => {});
  return { type: contactTypes(context).create, isListed };
});

async function lookedFor(context: CheckContext, log: WatchedLog, nome: string): Promise<boolean | undefined> {
  let isListed: boolean | undefined;
  await lookUntil(context, async () => {
    isListed = (await log.events())?.some(({ object }) => holdsText(object, nome));
    return isListed !== false;
  });
  return isListed;
}
