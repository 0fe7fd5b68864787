import { expect, test } from 'vitest';
import type { CheckContext } from '../../../src/model/check-context.ts';
import type { Answer, Call } from '../../../src/model/exchange.ts';
import type { Company } from '../../../src/model/target.ts';
import { WatchedLog } from '../../../src/scenarios/log/watched-log.ts';

const company = { id: '1' } as unknown as Company;

/** A target whose log holds these EventGuids, the newest first, and shows only some of them. */
function logOf(guids: readonly string[], shown = (): number => guids.length): CheckContext {
  const send = async (): Promise<Answer> => {
    const entries = guids.slice(0, shown()).map((EventGuid) => ({ evento: { Type: 'articolo.Create', EventGuid, CompanyId: 1 } }));
    return { status: 200, rawHeaders: ['content-type', 'application/json'], body: JSON.stringify(entries) };
  };
  const call = (): Call => ({ method: 'GET', url: 'http://127.0.0.1/api/v3/config/evento', headers: [] });
  return { target: { surface: {} }, api: async () => ({ call }), send } as unknown as CheckContext;
}

test('a log returns what was added since, the newest first', async () => {
  const guids = ['a'];
  const log = await WatchedLog.start(logOf(guids), company);
  guids.unshift('c', 'b');
  expect((await log?.events())?.map(({ eventGuid }) => eventGuid)).toEqual(['c', 'b']);
});

test('a log that was empty before is returned in full', async () => {
  const guids: string[] = [];
  const log = await WatchedLog.start(logOf(guids), company);
  guids.push('b', 'a');
  expect(await log?.events()).toHaveLength(2);
});

test('a log that lost its earlier entries proves nothing', async () => {
  const guids = ['a'];
  const log = await WatchedLog.start(
    logOf(guids, () => 2),
    company,
  );
  guids.unshift('d', 'c', 'b');
  expect(await log?.events()).toBeUndefined();
});
