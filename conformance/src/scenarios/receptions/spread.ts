import { exampleEvents, type SampleEvent } from '../../sender/event.ts';

/** Pairs cases with event types, so that every case and every type is tried. */
export function spread<T>(cases: readonly T[]): readonly { readonly event: SampleEvent; readonly how: T }[] {
  const length = cases.length === 0 ? 0 : Math.max(cases.length, exampleEvents.length);
  return Array.from({ length }, (_, index) => {
    const [event, how] = [exampleEvents[index % exampleEvents.length], cases[index % cases.length]];
    return event === undefined || how === undefined ? [] : [{ event, how }];
  }).flat();
}
