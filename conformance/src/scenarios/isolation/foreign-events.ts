import { entriesOf } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { isServed } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { logPages } from '../log/log-pages.ts';
import { createObject } from '../operations/creation.ts';
import { holdsText, includesText } from '../operations/holds-text.ts';
import { identifierIn } from '../operations/thing.ts';
import { type ClosedCompanies, closedCompanies } from './listed-companies.ts';
import { livedIn } from './lived-objects.ts';

/** How many entries of the log are read, on one page and on shorter ones. The newest are about what was just done. */
const NEWEST = 100;
const A_PAGE = 5;

/**
 * Judges that a user without access to a company reads nothing of it in the log, in events of any type that its own users see (COMP-03).
 */
export async function judgeForeignEvents(context: CheckContext): Promise<void> {
  if (!isServed(context, 'listEvento') || !isServed(context, 'getEvento')) return;
  const closed = await closedCompanies(context);
  for (const company of closed?.companies ?? []) if (closed !== undefined) await judgeCompany(context, company, closed);
}

async function judgeCompany(context: CheckContext, company: Company, { asOther }: ClosedCompanies): Promise<void> {
  const labels = await livedIn(context, company);
  // The other user calls with a license key of their own.
  const [shared] = context.target.companies;
  // These fill the first page, so that later pages show what was done before.
  for (let count = 0; count < A_PAGE; count += 1) await createObject(context, 'Anagrafica', shared);
  const api = await context.api();
  const list = api.call('listEvento', { company: shared });
  const entries = entriesOf(await context.send(limited(list, NEWEST))) ?? [];
  const listed = [...(entriesOf(await context.send(limited(asOther(list), NEWEST))) ?? [])];
  let read = 0;
  for await (const page of logPages(context, asOther(list), A_PAGE)) {
    listed.push(...page);
    read += page.length;
    if (read >= NEWEST / 2) break;
  }
  for (const label of labels) {
    context.judge(!listed.some((entry) => holdsText(entry, label)), {
      message: `listEvento must show nothing of company ${company.id} to a user without access to it.`,
      expected: 'no event of it',
      actual: `an event about ${label}`,
    });
  }
  const types = new Set<string>();
  for (const entry of entries) {
    const [label, id] = [labels.find((one) => holdsText(entry, one)), identifierIn(resources.Evento, entry)];
    const type = typeIn(entry);
    if (label === undefined || id === undefined || types.has(type)) continue;
    types.add(type);
    const answer = await context.sendJudged(asOther(api.call('getEvento', { company: shared, id })), 'a refusal');
    context.judge(!isSuccess(answer) || !includesText(answer.body, label), {
      message: `getEvento must show nothing of company ${company.id} to a user without access to it.`,
      expected: 'a refusal',
      actual: `${answer.status} with an event about ${label}`,
    });
  }
}

/** The type of an entry's event. If it is unknown, the whole entry stands for it, so that all are read. */
function typeIn(entry: JsonObject): string {
  const evento = memberOf(entry, 'evento');
  return String(memberOf(evento, 'type') ?? memberOf(evento, 'Type') ?? writeJson(entry));
}
