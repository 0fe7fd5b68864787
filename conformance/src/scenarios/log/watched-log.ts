import { entriesOf } from '../../api/listing.ts';
import { nextPage } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { type Evento, eventoIn } from '../../receiver/attempt.ts';
import { isServed } from '../is-served.ts';
import { limited } from '../operations/list-pages.ts';

/** Pages that are read at most: others write to the log too. */
const MOST_PAGES = 12;

/** What the log of events notes of a company from one moment on: what was noted and delivered to nobody is seen here alone. */
export class WatchedLog {
  readonly #context: CheckContext;
  readonly #company: Company;
  readonly #newest: string | undefined;

  private constructor(context: CheckContext, company: Company, newest: string | undefined) {
    this.#context = context;
    this.#company = company;
    this.#newest = newest;
  }

  /** Undefined where the target has no log. */
  static async start(context: CheckContext, company: Company): Promise<WatchedLog | undefined> {
    if (!isServed(context, 'listEvento')) return undefined;
    const [newest] = eventosOf(await readPage(context, limited(await listOf(context, company), 1)));
    return new WatchedLog(context, company, newest === undefined ? undefined : String(newest.eventGuid));
  }

  /** The events that were noted since, the newest first, each once. */
  async events(): Promise<readonly Evento[]> {
    const found = new Map<string, Evento>();
    let next: Call | undefined = limited(await listOf(this.#context, this.#company), PAGE_ENTRIES_MAX);
    for (let page = 0; next !== undefined && page < MOST_PAGES; page += 1) {
      const read: Page = await readPage(this.#context, next);
      for (const evento of eventosOf(read)) {
        if (evento.eventGuid === this.#newest) return [...found.values()];
        if (String(evento.companyId) === this.#company.id) found.set(String(evento.eventGuid), evento);
      }
      next = read.next;
    }
    return [...found.values()];
  }
}

interface Page {
  readonly entries: readonly JsonObject[];
  readonly next: Call | undefined;
}

async function listOf(context: CheckContext, company: Company): Promise<Call> {
  return (await context.api()).call('listEvento', { company });
}

async function readPage(context: CheckContext, call: Call): Promise<Page> {
  const answer = await context.send(call);
  return { entries: (isSuccess(answer) && entriesOf(answer, 'evento')) || [], next: nextPage(call, answer) };
}

function eventosOf({ entries }: Page): readonly Evento[] {
  return entries.map((entry) => eventoIn(memberOf(entry, 'evento') ?? entry));
}
