import type { CheckContext, RunContext } from '../../model/check-context.ts';
import type { Json, JsonObject } from '../../model/json.ts';

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Another value for a member, different for each step. Undefined if the suite knows none. */
type Variation = (value: Json, step: number) => Json | undefined;

/** Numbers come first, since services make the fewest demands on them. */
const variations: readonly Variation[] = [
  (value, step) => (typeof value === 'number' || typeof value === 'bigint' ? Number(value) + step : undefined),
  (value, step) => (typeof value === 'string' && DECIMAL.test(value) ? moved(value, step) : undefined),
  (value, step) => (typeof value === 'string' && /[a-z]/i.test(value) && !DATE.test(value) ? `${value}-${step}` : undefined),
  (value, step) => (typeof value === 'string' && DATE.test(value) ? dayBefore(value, step) : undefined),
];

/** The members of a body that can be varied, the most promising first. */
export function variableMembers(body: JsonObject): readonly string[] {
  const found = variations.flatMap((vary) => Object.keys(body).filter((name) => vary(body[name] ?? null, 1) !== undefined));
  return [...new Set(found)];
}

const steps = new WeakMap<RunContext, number>();

/** The body with a value of this member that no other body of the run has. */
export function varied(context: CheckContext, body: JsonObject, member: string): JsonObject {
  const step = (steps.get(context.run) ?? Math.floor(Date.now() / 1000) % 1_000) + 1;
  steps.set(context.run, step);
  const value = body[member] ?? null;
  const other = variations.map((vary) => vary(value, step)).find((one) => one !== undefined);
  return { ...body, [member]: other ?? value };
}

/** Keeps the number of decimals. */
function moved(text: string, step: number): string {
  return (Number(text) + step).toFixed(text.split('.')[1]?.length ?? 0);
}

function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
}
