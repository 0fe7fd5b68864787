import { setTimeout as sleep } from 'node:timers/promises';

/** The calls that show whether a target ends a token when its user authenticates again. */
export interface TokenLife {
  /** Authenticates the user. */
  readonly newToken: () => Promise<string>;
  readonly accepts: (token: string) => Promise<boolean>;
  /** The number of moves of the target's clock. */
  readonly moves: () => number;
}

const PAUSE_MS = 50;

/**
 * Whether later tokens end an earlier one, at once or after a grace period. All have about the same age, so age cannot be the reason if
 * only the earlier one is refused. Undefined if both are refused, or the clock moved during the calls.
 * @param later the number of later tokens, because a target may allow a user several
 * @param withinMs how long the earlier token must stay valid to count as not ended, in real time
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
    // The latest token is used first, so that it is used up no later than the earlier one, if use spends tokens.
    if (!(await life.accepts(latest))) return undefined;
    if (!(await life.accepts(earlier))) {
      await sleep(apartMs + PAUSE_MS);
      return life.moves() === moves && (await life.accepts(latest)) ? true : undefined;
    }
    if (Date.now() > deadline) return false;
    await sleep(PAUSE_MS);
  }
}
