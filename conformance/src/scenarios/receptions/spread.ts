import { exampleEvents, type SampleEvent } from '../../sender/event.ts';

/** One example for each of these cases and for each event type, whichever are more: so both are tried whole. */
export function spread<T>(cases: readonly T[]): readonly { readonly event: SampleEvent; readonly how: T }[] {
  const length = cases.length === 0 ? 0 : Math.max(cases.length, exampleEvents.length);
  return Array.from({ length }, (_, index) => {
    const [event, how] = [exampleEvents[index % exampleEvents.length], cases[index % cases.length]];
    return event === undefined || how === undefined ? [] : [{ event, how }];
  }).flat();
}
