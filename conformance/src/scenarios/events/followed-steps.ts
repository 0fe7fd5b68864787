import type { TakenStep } from './step.ts';

/**
 * For each type: the first step whose event came, the first whose object was changed later and still exists, and the first whose object was
 * deleted later. In the order of the steps.
 */
export function followedSteps(steps: readonly TakenStep[]): readonly TakenStep[] {
  const told = steps.filter(({ arrivals }) => arrivals().length > 0);
  const laterThan = (step: TakenStep): readonly TakenStep[] =>
    steps.slice(steps.indexOf(step) + 1).filter((other) => step.id() !== undefined && other.id() === step.id());
  const isGone = (step: TakenStep): boolean => laterThan(step).some(({ type }) => type.endsWith('.Delete'));
  const isChanged = (step: TakenStep): boolean => laterThan(step).length > 0 && !isGone(step);
  const types = [...new Set(told.map(({ type }) => type))];
  const followed = types.flatMap((type) => {
    const own = told.filter((step) => step.type === type);
    return [own[0], own.find(isChanged), own.find(isGone)];
  });
  return told.filter((step) => followed.includes(step));
}
