import { effects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, writeJson } from '../../model/json.ts';
import { isServed } from '../is-served.ts';
import { actsBefore } from '../operations/acts-before.ts';
import { lostAt } from '../operations/declared-members.ts';
import { type Series, seriesOf } from './series.ts';

/** Judges that what was sent is still there after each act on the object, of which none names a member (RES-01). */
export async function judgeActedOn(context: CheckContext, { one }: Series, base: JsonObject): Promise<void> {
  const { operation, effect, company } = one;
  const { acts, token } = resources[effect.resource];
  const api = await context.api();
  for (const act of acts) {
    const done = [...actsBefore(effects[act] ?? {}), act];
    if (!done.every((each) => isServed(context, each))) continue;
    const { own, write } = await seriesOf(context, one, async ({ id }) => {
      for (const each of done) await context.send(api.call(each, { company, id }));
    });
    const body = { ...base, ...own() };
    const shown = await write(body);
    if (shown === undefined) continue;
    // Whether an issue gives a document its own date is not said.
    const kept = Object.entries(body).filter(([name, value]) => name !== token && !/^\d{4}-\d\d-\d\d$/.test(String(value)));
    const lost = lostAt(Object.fromEntries(kept), shown);
    context.judge(lost === undefined, {
      message: `What ${operation} sends in a declared member must be answered after ${act} too.`,
      expected: writeJson(body).slice(0, 2_000),
      actual: `${lost} is lost or changed: ${writeJson(shown).slice(0, 2_000)}`,
    });
  }
}
