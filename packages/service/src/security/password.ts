import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createSlots } from '../model/slots.ts';

/** The cost of hashing a password, and so of guessing one. */
export interface PasswordCost {
  /** How much memory one hash takes, in KiB. */
  readonly memoryKiB: number;
  /** How often argon2id goes over that memory. */
  readonly passes: number;
}

/** D-11: argon2id, 19 MiB, two passes, one lane. */
const PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };

/** D-11: where every password is a random secret of ours, nobody guesses one however little a guess costs. */
export const DRAWN_PASSWORD_COST: PasswordCost = { memoryKiB: 8, passes: 1 };

/** How many run at once: they leave a core to requests and deliveries, and two of the process's four threads to files. */
const HASHES_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Hashes passwords and compares with their hashes. */
export interface Passwords {
  /** The argon2id hash of a password, with its salt and cost (PHC string). */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is that of the hash. Undefined stands for an unknown user, and takes as long as a known one.
   *
   * @param whose for whom: those who wait take turns
   */
  matches(known: string | undefined, password: string, whose?: string): Promise<boolean>;
}

/** @param cost of the hashes that are made from now on: each hash names its own */
export function createPasswords({ memoryKiB, passes }: PasswordCost = PASSWORD_COST): Passwords {
  // argon2id is the library's default algorithm.
  const slots = createSlots(HASHES_MAX);
  const hashed = (password: string): Promise<string> =>
    slots.run(() => hash(password, { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 }));
  let nobody: Promise<string> | undefined;
  const nobodysHash = (): Promise<string> => {
    nobody ??= hashed('the password of nobody');
    return nobody;
  };
  return {
    hash: hashed,
    async matches(known, password, whose) {
      const compared = known ?? (await nobodysHash());
      const matches = await slots.run(() => verify(compared, password), whose);
      return known !== undefined && matches;
    },
  };
}
