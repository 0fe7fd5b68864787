import { expect, test } from 'vitest';
import { checkEvents } from '../../../lint/examples/check-events.ts';
import { examplesFolder } from './examples-folder.ts';

const DOCUMENT = {
  channels: {
    webhook: {
      messages: { 'Thing.Create': { payload: { type: 'object', required: ['Type'], properties: { Type: { const: 'Thing.Create' } } } } },
    },
  },
};

test('an event that fits its payload is accepted', () => {
  expect(checkEvents(DOCUMENT, examplesFolder({ 'Thing.Create/one': { Type: 'Thing.Create' } }))).toEqual([]);
});

test('an event of another type in the folder is refused', () => {
  expect(checkEvents(DOCUMENT, examplesFolder({ 'Thing.Create/one': { Type: 'Thing.Delete' } }))).toHaveLength(1);
});
