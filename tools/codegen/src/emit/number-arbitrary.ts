import type { SchemaObject } from '../read/documents.ts';

/** The arbitrary of an integer schema, as source. */
export function integerArbitrary(schema: SchemaObject): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const min = highest(minimum, exclusiveMinimum === undefined ? undefined : Math.floor(exclusiveMinimum) + 1);
  const max = lowest(maximum, exclusiveMaximum === undefined ? undefined : Math.ceil(exclusiveMaximum) - 1);
  return multipleOf === undefined ? `fc.integer(${range(min, max)})` : stepsArbitrary(multipleOf, min, max);
}

/** The arbitrary of a number schema, as source. A negative zero does not survive JSON, so none is made. */
export function numberArbitrary(schema: SchemaObject): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (multipleOf !== undefined) {
    const min = highest(minimum, exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf);
    return stepsArbitrary(multipleOf, min, lowest(maximum, exclusiveMaximum === undefined ? undefined : exclusiveMaximum - multipleOf));
  }
  const bounds = [
    ...bound('min', highest(minimum, exclusiveMinimum)),
    ...(exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity) ? ['minExcluded: true'] : []),
    ...bound('max', lowest(maximum, exclusiveMaximum)),
    ...(exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity) ? ['maxExcluded: true'] : []),
  ];
  return `fc.double({ ${[...bounds, 'noNaN: true', 'noDefaultInfinity: true'].join(', ')} }).map((value) => value + 0)`;
}

/** Counts whole steps and computes the number at the end, so that it has at most the decimals of the step. */
function stepsArbitrary(step: number, min?: number, max?: number): string {
  const perUnit = Math.round(1 / step);
  const whole = step >= 1 ? `value * ${step}` : `value / ${perUnit}`;
  const count = (bound?: number): number | undefined => (bound === undefined ? undefined : Number((bound / step).toFixed(6)));
  const low = count(min);
  const high = count(max);
  const steps = range(low === undefined ? undefined : Math.ceil(low), high === undefined ? undefined : Math.floor(high));
  return `fc.integer(${steps}).map((value) => ${whole})`;
}

function range(min?: number, max?: number): string {
  const bounds = [...bound('min', min), ...bound('max', max)];
  return bounds.length === 0 ? '' : `{ ${bounds.join(', ')} }`;
}

function bound(name: string, value?: number): readonly string[] {
  return value === undefined ? [] : [`${name}: ${value}`];
}

function highest(...bounds: readonly (number | undefined)[]): number | undefined {
  const known = bounds.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function lowest(...bounds: readonly (number | undefined)[]): number | undefined {
  const known = bounds.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
