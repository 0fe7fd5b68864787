import { expect, test } from 'vitest';
import { type Subject, subjectsOf } from '../../binding/subjects.ts';
import { checkFiredEvents } from '../../lint/fired-events.ts';
import { smallAsyncApi, smallOpenApi } from './small-documents.ts';

function findings(fires: string | undefined): readonly string[] {
  const api = smallOpenApi();
  api.paths['/things/{id}'].put['x-fires'] = fires;
  const subjects: readonly Subject[] = subjectsOf([api, smallAsyncApi()]);
  const placeOf = (node: object, ...path: readonly string[]): string =>
    [subjects.find((one) => one.node === node)?.name, ...path].join(' ');
  return checkFiredEvents(subjects, placeOf).map(({ where }) => where);
}

test('an event type that an operation fires is accepted', () => {
  expect(findings('Thing.Create')).toEqual([]);
});

test('an event type that no message is, is refused where it is fired, and the one that nobody fires where it is declared', () => {
  expect(findings('Thing.Destroy')).toEqual(['replaceThing x-fires', 'Thing.Create']);
  expect(findings(undefined)).toEqual(['Thing.Create']);
});
