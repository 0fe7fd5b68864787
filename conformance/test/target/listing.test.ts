import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../src/target/listing.ts';

const entries = [{ id: 1 }, { id: 2 }];

function entriesIn(body: unknown, member?: string): unknown {
  return entriesOf({ status: 200, rawHeaders: [], body: JSON.stringify(body) }, member);
}

describe('the entries of a list', () => {
  it('are found bare and in any envelope', () => {
    for (const body of [entries, { items: entries, total: 2 }, { data: { results: entries }, errors: [] }, { _embedded: { x: entries } }])
      expect(entriesIn(body)).toEqual(entries);
  });

  it('are those with the member looked for, whatever stands beside them', () => {
    expect(entriesIn({ warnings: [{ code: 'W1' }], items: entries })).toEqual(entries);
    expect(entriesIn({ filters: [{ id: 'x' }], companies: [{ aziendaId: 1 }] }, 'aziendaId')).toEqual([{ aziendaId: 1 }]);
  });

  it('are none where there is no array of objects', () => {
    expect(entriesIn({ 1: { id: 1 } })).toBeUndefined();
    expect(entriesIn([1, 2])).toBeUndefined();
    expect(entriesIn({ items: [] })).toEqual([]);
  });
});
