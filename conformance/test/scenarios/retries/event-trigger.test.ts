import { expect, test } from 'vitest';
import type { Evento } from '../../../src/receiver/attempt.ts';
import { recognized } from '../../../src/scenarios/retries/event-trigger.ts';

const evento = (eventGuid: string, nome: string): Evento => ({
  type: 'Anagrafica.Update',
  object: { id: 7, nome },
  eventGuid,
  companyId: 1,
  applicationId: 'a',
});

test('a retry is an attempt at the event that its first attempt was taken for (DLV-02, DLV-04)', async () => {
  // An event shows the object as it was (EVT-03). Once the new name is known, the content of an earlier event no longer matches.
  let renamedTo: string | undefined;
  const update = recognized({
    type: () => 'Anagrafica.Update',
    act: async () => {
      renamedTo = 'new';
    },
    is: ({ object }) => renamedTo === undefined || JSON.stringify(object).includes(renamedTo),
  });
  expect(update.is(evento('first', 'old'))).toBe(true);
  await update.act();
  expect(update.is(evento('first', 'old'))).toBe(true);
  expect(update.is(evento('other', 'old'))).toBe(false);
  expect(update.is(evento('first', 'older'))).toBe(false);
});
