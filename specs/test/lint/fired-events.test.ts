import { expect, test } from 'vitest';
import { subjectsOf } from '../../binding/subjects.ts';
import { checkFiredEvents } from '../../lint/fired-events.ts';
import { smallAsyncApi, smallOpenApi } from './small-documents.ts';

function findings(fires: string | undefined): readonly string[] {
  const api = smallOpenApi();
  api.paths['/things/{id}'].put['x-fires'] = fires;
  return checkFiredEvents(subjectsOf([api, smallAsyncApi()])).map(({ where }) => where);
}

test('an event type that an operation fires is accepted', () => {
  expect(findings('Thing.Create')).toEqual([]);
});

test('an event type that no message is, is refused where it is fired, and the one that nobody fires where it is declared', () => {
  expect(findings('Thing.Destroy')).toEqual(['openapi replaceThing', 'asyncapi Thing.Create']);
  expect(findings(undefined)).toEqual(['asyncapi Thing.Create']);
});
