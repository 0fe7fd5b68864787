import type { TakenStep } from './event-scenario.ts';

/** Of each type the first step whose event came, and the first about an object that was changed since and is still there; in their order. */
export function followedSteps(steps: readonly TakenStep[]): readonly TakenStep[] {
  const told = steps.filter(({ arrivals }) => arrivals().length > 0);
  const isChanged = (step: TakenStep): boolean => {
    const later = steps.slice(steps.indexOf(step) + 1).filter((other) => step.id() !== undefined && other.id() === step.id());
    return later.length > 0 && !later.some(({ type }) => type.endsWith('.Delete'));
  };
  const types = [...new Set(told.map(({ type }) => type))];
  const followed = types.flatMap((type) => {
    const own = told.filter((step) => step.type === type);
    return [...own.slice(0, 1), ...own.filter(isChanged).slice(0, 1)];
  });
  return told.filter((step) => followed.includes(step));
}
