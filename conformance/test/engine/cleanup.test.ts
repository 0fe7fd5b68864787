import { describe, expect, test } from 'vitest';
import type { Fault } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody } from '../../mutants/peer/message.ts';
import { companyOf } from '../../mutants/peer/operation-of.ts';
import { runConformance } from '../../src/index.ts';
import type { Cleanup } from '../../src/model/cleanup.ts';
import type { RunOptions } from '../../src/model/run-options.ts';
import type { Target } from '../../src/model/target.ts';

const absent: Answer = { status: 404, headers: [], body: '' };

const creations: readonly string[] = ['createAnagrafica', 'createArticolo', 'createDocumento', 'createWebhook'];

/** What the suite created and what still exists at the service, counted behind the fault, where nothing is lost. */
function counting(alive: Set<string>, fault: Fault): Fault {
  return (request, forward) =>
    fault(request, async (asked) => {
      const answer = await forward(asked);
      const of = (id: unknown): string => `${request.operation?.replace(/^[a-z]+/, '')} ${companyOf(request.path) ?? ''} ${id}`;
      if (!isSuccess(answer)) return answer;
      // A replay creates nothing, and its object may already be deleted.
      const isReplay = headerOf(answer, 'Idempotent-Replayed') !== undefined;
      if (creations.includes(request.operation ?? '') && !isReplay) alive.add(of(bodyOf(answer).id));
      if (request.operation?.startsWith('delete')) alive.delete(of(request.path.split('/').at(-1)));
      return answer;
    });
}

async function run(
  fault: Fault,
  describeTarget: (target: Target) => Target = (target) => target,
  {
    stopAfter = Number.POSITIVE_INFINITY,
    ...options
  }: Pick<RunOptions, 'rules' | 'budget' | 'profile'> & { readonly stopAfter?: number } = {},
) {
  const alive = new Set<string>();
  const service = await startFaultyService({ fault: () => counting(alive, fault) });
  const stop = new AbortController();
  const removals: string[] = [];
  let created = 0;
  try {
    const result = await runConformance(describeTarget(withoutIssue(service.target)), {
      rules: ['HOOK-0*', 'IDEM-03', 'IDEM-15', 'COMP-0*'],
      budget: 'quick',
      seed: 5,
      ...options,
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'request-sent' && event.method === 'POST' && event.status === 201) created += 1;
        if (event.type === 'request-sent' && event.method === 'DELETE' && event.rule === 'cleanup') removals.push(event.url);
        if (created >= stopAfter) stop.abort();
      },
    });
    return { alive: [...alive], cleanup: result.cleanup, created, removals };
  } finally {
    await service.close();
  }
}

/** An issued document stays for good, and so does its contact. */
function withoutIssue(target: Target): Target {
  return { ...target, surface: { ...target.surface, documentoEmit: null } };
}

const nothing: Cleanup = { removed: expect.any(Number), left: [], unknown: [] };
const withoutLists = (target: Target): Target => ({ ...target, surface: { ...target.surface, webhookList: null, anagraficaList: null } });
const isList = (operation: string | undefined): boolean => operation === 'listWebhook' || operation === 'listAnagrafica';

describe('what a run created', () => {
  test('is removed by its ids if the target has no lists', async () => {
    const { alive, cleanup, created } = await run(
      async (request, forward) => (isList(request.operation) ? absent : await forward(request)),
      (target) => withoutLists(target),
    );
    expect(created).toBeGreaterThan(50);
    expect(cleanup.left).toEqual([]);
    // A request whose connection was cut on purpose may have created something that no list shows.
    expect(alive.length).toBeLessThanOrEqual(cleanup.unknown.reduce((sum, { creations }) => sum + creations, 0));
  });

  test('is removed after Ctrl-C too', async () => {
    const { alive, cleanup } = await run(
      async (request, forward) => await forward(request),
      (target) => target,
      { stopAfter: 20 },
    );
    expect(alive).toEqual([]);
    expect(cleanup).toEqual(nothing);
    expect(cleanup.removed).toBeGreaterThanOrEqual(10);
  });

  test('is removed by the user who created it, whose webhooks no other user sees', async () => {
    const { alive, cleanup, created } = await run(
      async (request, forward) => await forward(request),
      (target) => target,
      { rules: ['IDEM-16'], budget: 'standard', profile: 'reference' },
    );
    expect(created).toBeGreaterThan(50);
    expect(alive).toEqual([]);
    expect(cleanup).toEqual(nothing);
  });

  test('is found after a lost answer, even in a list with pages of three entries', async () => {
    let creations = 0;
    const { alive, cleanup } = await run(async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'createAnagrafica' && ++creations % 3 === 0) throw new Error('the answer is lost');
      if (isList(request.operation) && isSuccess(answer)) {
        const page = withBody(answer, entriesOf(answer).slice(0, 3));
        return { ...page, headers: page.headers.filter(([name]) => name.toLowerCase() !== 'link') };
      }
      return answer;
    });
    expect(creations).toBeGreaterThan(20);
    expect(alive).toEqual([]);
    expect(cleanup).toEqual(nothing);
  });

  test('is named with the reason if it cannot be removed', async () => {
    const { alive, cleanup } = await run(async (request, forward) =>
      request.operation === 'deleteAnagrafica' ? { status: 403, headers: [], body: '' } : await forward(request),
    );
    const named = cleanup.left.map(({ operation, company, id, reason }) => {
      expect([operation, reason]).toEqual(['createAnagrafica', 'deleteAnagrafica is answered 403']);
      return `Anagrafica ${company} ${id}`;
    });
    expect(named.length).toBeGreaterThan(5);
    expect(named.toSorted()).toEqual(alive.toSorted());
  });

  test('is named if the configuration says that the target removes nothing', async () => {
    const { alive, cleanup } = await run(
      async (request, forward) => await forward(request),
      (target) => ({ ...target, surface: { ...target.surface, anagraficaDelete: null } }),
    );
    expect(cleanup.left.map(({ company, id }) => `Anagrafica ${company} ${id}`).toSorted()).toEqual(alive.toSorted());
    expect(new Set(cleanup.left.map(({ reason }) => reason))).toEqual(
      new Set(['the target has no deleteAnagrafica (surface.anagraficaDelete)']),
    );
  });

  test('is removed even if it is malformed and lacks the name of the run', async () => {
    let odd = 0;
    const { alive, cleanup } = await run(
      async (request, forward) => {
        const asked = { ...request, body: request.body.replaceAll('\\ud800', '\\ufffd') };
        const answer = await forward(asked);
        if (request.operation === 'createAnagrafica' && isSuccess(answer) && asked.body !== request.body) odd += 1;
        return answer;
      },
      (target) => target,
      { rules: ['ERR-01'], budget: 'standard', profile: 'reference' },
    );
    expect(odd).toBeGreaterThan(0);
    expect(alive).toEqual([]);
    expect(cleanup).toEqual(nothing);
  });

  test('is named if its id fits into no address', async () => {
    const { cleanup } = await run(
      async (request, forward) => {
        const answer = await forward(request);
        return request.operation === 'createAnagrafica' && isSuccess(answer)
          ? { ...answer, body: answer.body.replace(/"id":\d+/, '"id":"\\ud800"') }
          : answer;
      },
      withoutLists,
      { rules: ['COMP-03'] },
    );
    expect(cleanup.left.map(({ operation, id }) => [operation, id])).toContainEqual(['createAnagrafica', '\ud800']);
  });

  test('is all that is removed, even if an answer shows an object of somebody else', async () => {
    const { removals, cleanup } = await run(async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'createAnagrafica' && isSuccess(answer)
        ? withBody(answer, { ...bodyOf(answer), id: 4711, nome: 'Rossi Mario' })
        : answer;
    });
    expect(removals.length).toBeGreaterThan(5);
    expect(removals.filter((url) => url.endsWith('/4711'))).toEqual([]);
    expect(cleanup.unknown).toEqual([{ operation: 'createAnagrafica', creations: expect.any(Number) }]);
  });
});
