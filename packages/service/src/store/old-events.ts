import { sql } from 'kysely';
import type { EventSequence } from '../model/ids.ts';
import { statement } from './sql/statement.ts';
import type { Units } from './sql/units.ts';

interface Batch {
  /** Events up to this time are old. */
  readonly until: number;
  readonly limit: number;
}

interface Removed {
  readonly sequences: readonly EventSequence[];
}

// The oldest are the first: what is not old yet ends the search.
const oldEvents = statement(
  (_db, $: Batch) => sql<{ readonly sequence: EventSequence }>`select sequence
    from (select sequence, occurred_at from event order by sequence limit ${$.limit}) as oldest where occurred_at <= ${$.until}`,
);

// In this order: each finds its rows through those that go after it.
const contents = [
  statement((db, $: Removed, { list }) =>
    db
      .deleteFrom('attempt')
      .where('delivery_id', 'in', (from) =>
        from.selectFrom('delivery').select('delivery.id').where('delivery.event_sequence', 'in', list($.sequences, 'bigint')),
      ),
  ),
  statement((db, $: Removed, { list }) => db.deleteFrom('delivery').where('event_sequence', 'in', list($.sequences, 'bigint'))),
  statement((db, $: Removed, { list }) => db.deleteFrom('event').where('sequence', 'in', list($.sequences, 'bigint'))),
];

/** Removes some old events with their deliveries and attempts; returns whether there may be more. */
export async function removeOldEvents(units: Units, batch: Batch): Promise<boolean> {
  return units.run(async ({ connection }) => {
    const sequences = (await oldEvents.all(connection, batch)).map(({ sequence }) => sequence);
    if (sequences.length === 0) return false;
    for (const rows of contents) await rows.all(connection, { sequences });
    return sequences.length === batch.limit;
  });
}
