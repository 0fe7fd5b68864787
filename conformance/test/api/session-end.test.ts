import { describe, expect, test } from 'vitest';
import { endsEarlierToken, type TokenLife } from '../../src/api/session-end.ts';

interface Given {
  readonly at: number;
  uses: number;
}

/** A target that issues tokens. @param refuses decides whether it refuses a token, by the tokens that were issued later */
function target(refuses: (token: Given, later: readonly Given[]) => boolean, moves: () => number = () => 0): TokenLife {
  const given: Given[] = [];
  return {
    newToken: async () => String(given.push({ at: Date.now(), uses: 0 }) - 1),
    accepts: async (name) => {
      const token = given[Number(name)];
      if (token === undefined) return false;
      token.uses += 1;
      return !refuses(token, given.slice(Number(name) + 1));
    },
    moves,
  };
}

const afterMs =
  (graceMs: number) =>
  (_token: Given, [next]: readonly Given[]) =>
    next !== undefined && Date.now() >= next.at + graceMs;

describe('a token that ends as its user authenticates again', () => {
  test('is detected at once, after a grace period, and if a few tokens stay valid', async () => {
    expect(await endsEarlierToken(target(afterMs(0)), 1, 50)).toBe(true);
    expect(await endsEarlierToken(target(afterMs(120)), 1, 400)).toBe(true);
    expect(
      await endsEarlierToken(
        target((_token, later) => later.length > 2),
        5,
        50,
      ),
    ).toBe(true);
  });

  test('is not detected if it stays valid, alone or with others', async () => {
    expect(
      await endsEarlierToken(
        target(() => false),
        1,
        50,
      ),
    ).toBe(false);
    expect(await endsEarlierToken({ newToken: async () => 'same', accepts: async () => true, moves: () => 0 }, 1, 50)).toBe(false);
  });

  test('is not detected if tokens end by use or by age', async () => {
    expect(
      await endsEarlierToken(
        target(({ uses }) => uses > 2),
        1,
        500,
      ),
    ).toBeUndefined();
    expect(
      await endsEarlierToken(
        target(({ at }) => Date.now() > at + 80),
        1,
        500,
      ),
    ).toBeUndefined();
  });

  test('is not detected if the clock was moved meanwhile', async () => {
    let moves = 0;
    expect(
      await endsEarlierToken(
        target(afterMs(0), () => moves++),
        1,
        50,
      ),
    ).toBeUndefined();
  });
});
