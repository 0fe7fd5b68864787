import { hash, verify } from '@node-rs/argon2';

// D-11: argon2id, 19 MiB, two passes, one lane. argon2id is the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, with its salt and cost (PHC string). */
export function passwordHash(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether the password is the one of the hash. Undefined stands for an unknown user, and takes as long as a known one. */
export async function passwordMatches(known: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(known ?? (await unknownUserHash()), password);
  return known !== undefined && matches;
}

let unknownUser: Promise<string> | undefined;

function unknownUserHash(): Promise<string> {
  unknownUser ??= passwordHash('the password of nobody');
  return unknownUser;
}
