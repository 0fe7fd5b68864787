import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, writeJson } from '../../model/json.ts';
import { actsBefore } from '../operations/acts-before.ts';
import { lostAt } from '../operations/declared-members.ts';
import { shortened } from '../values/texts.ts';
import { type Series, seriesOf } from './series.ts';

/** Judges that sent values are still there after each act on the object, since no act names a member (RES-01). */
export async function judgeActedOn(context: CheckContext, series: Series, base: JsonObject): Promise<void> {
  const { acts } = resources[series.one.effect.resource];
  for (const act of acts) {
    const done = [...actsBefore(effects[act] ?? {}), act];
    if (done.every((each) => isServed(context, each))) await judgeAfter(context, series, done, base);
  }
}

/** Judges a body that the target accepts and acts on: the whole one if possible. */
async function judgeAfter(
  context: CheckContext,
  { one, body: least }: Series,
  acts: readonly OperationId[],
  base: JsonObject,
): Promise<void> {
  const { operation, effect, company } = one;
  const api = await context.api();
  let isDone = false;
  const { own, write } = await seriesOf(context, one, async ({ id }) => {
    isDone = true;
    for (const act of acts) isDone &&= isSuccess(await context.send(api.call(act, { company, id })));
  });
  for (const tried of lessAndLess(context, base, least)) {
    const body = { ...tried, ...own() };
    const shown = await write(body);
    if (shown === undefined || !isDone) continue;
    // The source does not say whether issuing gives a document its own date.
    const { token } = resources[effect.resource];
    const kept = Object.entries(body).filter(([name, value]) => name !== token && !/^\d{4}-\d\d-\d\d$/.test(String(value)));
    const lost = lostAt(Object.fromEntries(kept), shown);
    return context.judge(lost === undefined, {
      message: `What ${operation} sends in a declared member must still be returned after ${acts.at(-1)}.`,
      expected: writeJson(body).slice(0, 2_000),
      actual: `${lost} is lost or changed: ${writeJson(shown).slice(0, 2_000)}`,
    });
  }
}

/**
 * The body, and then others in case the target does not act on it, for example because its number is taken: with another text in one
 * member, or without the member.
 */
function* lessAndLess(context: CheckContext, base: JsonObject, least: JsonObject): Generator<JsonObject> {
  yield base;
  for (const name of Object.keys(base).filter((member) => !(member in least))) {
    const { [name]: value, ...others } = base;
    if (typeof value === 'string') yield { ...others, [name]: shortened(context.fresh()) };
    yield others;
  }
}
