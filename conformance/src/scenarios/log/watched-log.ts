import { isServed } from '../../api/requests.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { type Evento, eventoIn } from '../../receiver/attempt.ts';
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
