import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, writeJson } from '../../model/json.ts';
import { actsBefore } from '../operations/available-object.ts';
import { callOn } from '../operations/thing.ts';
import { lostAt } from '../values/places.ts';
import { shortened } from '../values/texts.ts';
import { type Series, seriesOf } from './series.ts';

/** Judges that sent values are still there after each act on the object, since no act names a member (RES-01). */
export async function judgeActedOn(series: Series, base: JsonObject): Promise<void> {
  for (const act of series.resource.acts) {
    const acts = [...actsBefore(effects[act] ?? {}), act];
    if (acts.every((each) => isServed(series.context, each))) await judgeAfter(series, base, acts);
  }
}

/** Judges a body that the target accepts and acts on: the whole one if possible. */
async function judgeAfter(
  { context, one, resource, known, body: least }: Series,
  base: JsonObject,
  acts: readonly OperationId[],
): Promise<void> {
  const { own, write } = await seriesOf(context, one, known, async (object) => {
    for (const act of acts) if (!isSuccess(await context.send(await callOn(context, act, object)))) return false;
    return true;
  });
  const [last] = known.inTheWay;
  const added = Object.keys(base).filter((name) => !(name in least));
  const names = added.toSorted((first, second) => Number(second === last) - Number(first === last));
  for (const { tried, name } of lessAndLess(context, { ...base, ...least }, names)) {
    const body = { ...tried, ...own() };
    const shown = await write(body);
    if (shown === undefined) continue;
    if (name !== undefined) known.inTheWay.add(name);
    // The source does not say whether issuing gives a document its own date.
    const isKept = ([member, value]: readonly [string, unknown]): boolean =>
      member !== resource.token && !/^\d{4}-\d\d-\d\d$/.test(String(value));
    const lost = lostAt(Object.fromEntries(Object.entries(body).filter(isKept)), shown);
    return context.judge(lost === undefined, {
      message: `What ${one.operation} sends in a declared member must still be returned after ${acts.at(-1)}.`,
      expected: writeJson(body).slice(0, 2_000),
      actual: `${lost} is lost or changed: ${writeJson(shown).slice(0, 2_000)}`,
    });
  }
}

/**
 * The body, and then others in case the target does not act on it, for example because its number is taken: with another text in one
 * member, or without the member. @param names the added members, in the order in which they are tried
 */
function* lessAndLess(
  context: CheckContext,
  base: JsonObject,
  names: readonly string[],
): Generator<{ readonly tried: JsonObject; readonly name?: string }> {
  yield { tried: base };
  for (const name of names) {
    const { [name]: value, ...others } = base;
    if (typeof value === 'string') yield { tried: { ...others, [name]: shortened(context.fresh()) }, name };
    yield { tried: others, name };
  }
}
