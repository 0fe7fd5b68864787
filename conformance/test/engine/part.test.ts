import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { type CheckContext, runConformance, type Target } from '../../src/index.ts';
import { Inconclusive } from '../../src/model/verdict.ts';

let service: FaultyService;

beforeAll(async () => {
  service = await startFaultyService();
});

afterAll(() => service.close());

interface Settings {
  readonly target?: Target;
  readonly budget?: 'quick' | 'standard';
  /** Whether the check judges nothing else. */
  readonly isAlone?: boolean;
}

/** Runs one part of a check. @returns how often the part ran, and what a pass says of it */
async function run(
  part: (context: CheckContext, body: () => Promise<number>) => Promise<number | undefined>,
  { target = service.target, budget = 'standard', isAlone = false }: Settings = {},
) {
  let [times, given]: [number, number | undefined] = [0, undefined];
  const own = {
    id: 'OWN-parts',
    statement: 'It has parts.',
    run: async (context: CheckContext) => {
      if (!isAlone) context.judge(true, { message: '', expected: '', actual: '' });
      given = await part(context, async () => {
        times += 1;
        return times;
      });
    },
  } as const;
  const { rules } = await runConformance(target, { rules: ['OWN-*'], ownChecks: [own], budget, seed: 1 });
  return { times, given, outcome: rules[0]?.outcome, reason: rules[0]?.reason };
}

describe('a part of a check', () => {
  test('runs, and gives what it makes', async () => {
    expect(await run((context, body) => context.part('it', body))).toEqual({ times: 1, given: 1, outcome: 'pass', reason: null });
  });

  test('from the standard budget on is left out at the quick one, and nothing is said', async () => {
    const late = (context: CheckContext, body: () => Promise<number>) => context.part('it', { from: 'standard' }, body);
    expect(await run(late, { budget: 'quick' })).toEqual({ times: 0, given: undefined, outcome: 'pass', reason: null });
    expect(await run(late)).toMatchObject({ times: 1 });
  });

  test('that needs a clock is left out without one, and the pass says so', async () => {
    const { clock: _clock, ...controls } = service.target.controls;
    const timed = (context: CheckContext, body: () => Promise<number>) => context.part('the timed part', { needs: 'clock' }, body);
    expect(await run(timed, { target: { ...service.target, controls } })).toEqual({
      times: 0,
      given: undefined,
      outcome: 'pass',
      reason: expect.stringMatching(/^the timed part: .*controls\.clock/),
    });
  });

  test('that needs deletions is left out where contacts cannot be deleted', async () => {
    const { surface } = service.target;
    const target = { ...service.target, surface: { ...surface, anagraficaDelete: null } };
    const many = (context: CheckContext, body: () => Promise<number>) => context.part('it', { needs: 'deletions' }, body);
    expect(await run(many, { target })).toMatchObject({ times: 0, outcome: 'pass' });
    expect(await run(many)).toMatchObject({ times: 1 });
  });

  test('that cannot be judged leaves the rest of the check as it is, and a failure does not', async () => {
    const open = () => Promise.reject(new Inconclusive('nothing came'));
    expect(await run((context) => context.part('it', open))).toMatchObject({ outcome: 'pass', reason: 'it: nothing came' });
    expect(await run((context) => context.part('it', open), { isAlone: true })).toMatchObject({
      outcome: 'inconclusive',
      reason: 'it: nothing came',
    });
    const broken = async (context: CheckContext) => {
      context.judge(false, { message: 'It must hold.', expected: 'yes', actual: 'no' });
      return 1;
    };
    expect(await run((context) => context.part('it', () => broken(context)))).toMatchObject({ outcome: 'fail' });
  });
});
