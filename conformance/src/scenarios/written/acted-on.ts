import { effects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { isServed } from '../is-served.ts';
import { actsBefore } from '../operations/stored-object.ts';
import { type Series, seriesOf, written } from './series.ts';

/** Judges that what was sent is still there after each act on the object: an act says nothing of its members (RES-01). */
export async function judgeActedOn(context: CheckContext, { one }: Series, base: JsonObject): Promise<void> {
  const { effect, company } = one;
  const api = await context.api();
  for (const last of resources[effect.resource].acts) {
    const acts = [...actsBefore(effects[last]?.after), last];
    if (!acts.every((act) => isServed(context, act))) continue;
    const series = await seriesOf(context, one, async ({ id }) => {
      for (const act of acts) await context.send(api.call(act, { company, id }));
    });
    await written(context, series, base, []);
  }
}
