import { setTimeout as sleep } from 'node:timers/promises';

/** The calls that show whether a target ends a token when its user authenticates again. */
export interface TokenLife {
  /** Authenticates the user. */
  readonly newToken: () => Promise<string>;
  readonly accepts: (token: string) => Promise<boolean>;
  /** How often the target's clock was moved. */
  readonly moves: () => number;
}

const PAUSE_MS = 50;

/**
 * Whether later tokens end an earlier one, at once or after a grace period. All tokens have about the same age: where the earlier one is
 * refused and the latest is not, age is not the reason. Undefined if both are refused, or the clock was moved during the calls.
 * @param later tokens that are asked for after the earlier one: a target may let a user have a few
 * @param withinMs real time after which an earlier token that is accepted still is not ended
 */
export async function endsEarlierToken(life: TokenLife, later: number, withinMs: number): Promise<boolean | undefined> {
  const moves = life.moves();
  const startedAt = Date.now();
  const earlier = await life.newToken();
  let latest = earlier;
  for (let token = 0; token < later; token += 1) latest = await life.newToken();
  const apartMs = Date.now() - startedAt;
  if (latest === earlier) return false;
  const deadline = Date.now() + withinMs;
  for (;;) {
    // The latest token is used first: where use spends a token, it is then spent no later than the earlier one.
    if (!(await life.accepts(latest))) return undefined;
    if (!(await life.accepts(earlier))) {
      await sleep(apartMs + PAUSE_MS);
      return life.moves() === moves && (await life.accepts(latest)) ? true : undefined;
    }
    if (Date.now() > deadline) return false;
    await sleep(PAUSE_MS);
  }
}
