import { contactTypes } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { type Evento, eventoIn } from '../../receiver/attempt.ts';
import { lookUntil } from '../../wait/arrives.ts';
import { oncePerRun } from '../once-per-run.ts';
import { holdsText } from '../operations/holds-text.ts';
import { createContact } from '../resources/contact-life.ts';
import { logPages } from './log-pages.ts';

/** The entries of the log for a company from one moment on. Events that are delivered to nobody show only here. */
export class WatchedLog {
  readonly #context: CheckContext;
  readonly #company: Company;
  readonly #newest: string | undefined;

  private constructor(context: CheckContext, company: Company, newest: string | undefined) {
    this.#context = context;
    this.#company = company;
    this.#newest = newest;
  }

  /** Undefined if the target has no log. */
  static async start(context: CheckContext, company: Company): Promise<WatchedLog | undefined> {
    if (!isServed(context, 'listEvento')) return undefined;
    const { value } = await logPages(context, await listOf(context, company), 1).next();
    const [newest] = (value || []).map(eventoOfEntry);
    return new WatchedLog(context, company, newest === undefined ? undefined : String(newest.eventGuid));
  }

  /** The events that were logged since, newest first, each once; undefined if the log cannot be read so far back. */
  async events(): Promise<readonly Evento[] | undefined> {
    const found = new Map<string, Evento>();
    for await (const page of logPages(this.#context, await listOf(this.#context, this.#company))) {
      for (const evento of page.map(eventoOfEntry)) {
        if (evento.eventGuid === this.#newest) return [...found.values()];
        if (String(evento.companyId) === this.#company.id) found.set(String(evento.eventGuid), evento);
      }
    }
    return this.#newest === undefined ? [...found.values()] : undefined;
  }
}

async function listOf(context: CheckContext, company: Company): Promise<Call> {
  return (await context.api()).call('listEvento', { company });
}

function eventoOfEntry(entry: JsonObject): Evento {
  return eventoIn(memberOf(entry, 'evento') ?? entry);
}

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
