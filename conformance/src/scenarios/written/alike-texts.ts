import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { type Addition, freeTexts } from '../operations/declared-members.ts';
import { type Series, written } from './series.ts';

/** Short enough for any text. */
const SHORT = 'AB';

/** Judges that equal texts of one object are all kept: equal to each other, and equal to the object's name. */
export async function judgeAlikeTexts(context: CheckContext, series: Series, base: JsonObject): Promise<void> {
  const { operation, effect } = series.one;
  const { label = '' } = resources[effect.resource];
  const names = freeTexts(base, operation).flatMap(([name]) => (name === label ? [] : [name]));
  const sameAs = (value: string, some: readonly string[] = names): readonly Addition[] => some.map((name) => ({ path: [name], value }));
  if (names.length > 1) await written(context, series, base, sameAs(SHORT));
  if (names.length === 0 || series.own()[label] === undefined) return;
  const asNamed = async (some: readonly string[]): Promise<boolean> => {
    const name = context.fresh();
    return (await written(context, series, base, [...sameAs(name, some), { path: [label], value: name }])) !== undefined;
  };
  if (await asNamed(names)) return;
  // Some members may be too short for the name.
  const others = names.filter((name) => !series.isBlamed([name]));
  const isTaken = others.length > 0 && others.length < names.length && (await asNamed(others));
  for (const one of isTaken ? [] : names) await asNamed([one]);
}
