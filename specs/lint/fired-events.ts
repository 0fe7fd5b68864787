import type { Subject } from '../binding/subjects.ts';
import type { Finding } from './finding.ts';

/** Every event type that an operation fires is one of the documents, and every one of these is fired by an operation. */
export function checkFiredEvents(subjects: readonly Subject[]): readonly Finding[] {
  const types = subjects.filter(({ facts }) => facts.event).map(({ name }) => name);
  const fired = subjects.flatMap(({ name, facts }) => (facts.fires ?? []).slice(0, 1).map((type) => ({ name, type })));
  const unknown = fired.filter(({ type }) => !types.includes(type));
  const silent = types.filter((type) => !fired.some((event) => event.type === type));
  return [
    ...unknown.map(({ name, type }) => ({ where: `openapi ${name}`, message: `It fires ${type}, which no message is. Correct x-fires.` })),
    ...silent.map((type) => ({ where: `asyncapi ${type}`, message: 'No operation fires it. Add x-fires to the one that does.' })),
  ];
}
