import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { changeHexDigit } from './near-uuid.ts';

/** Two keys that a careless store confuses. */
export type KeyPair = readonly [first: string, second: string];

export interface NearKeys {
  /** What they differ by. */
  readonly by: string;
  /** Pairs made from a new UUID. The target need not accept all of them. */
  readonly pairs: (key: string) => readonly KeyPair[] | Promise<readonly KeyPair[]>;
  /** Whether they are UUIDs too, which every target accepts. */
  readonly areUuids?: boolean;
}

/** Lengths of keys, the longest first: how long a key may be is the target's choice. */
const LENGTHS = [255, 128, 64];

/** Two UUIDs that differ in one digit. */
export function otherDigit(position: number): NearKeys {
  return { by: `digit ${position + 1}`, areUuids: true, pairs: (key) => [[key, changeHexDigit(key, position)]] };
}

/** The source says of a key only that it is a unique value. A UUID is its example. */
export const nearKeys: readonly NearKeys[] = [
  { by: 'the case of its letters', pairs: (key) => [[`${key}-aB`, `${key}-Ab`]] },
  { by: 'the last of many characters', pairs: (key) => LENGTHS.map((length) => [long(key, length, '1'), long(key, length, '2')]) },
  { by: 'one more character', pairs: (key) => [[`${key}-1`, `${key}-11`]] },
  { by: 'the order of its characters', pairs: (key) => [[`${key}-12`, `${key}-21`]] },
  { by: 'the last digit of a long number', pairs: (key) => [[`${numberOf(key)}1`, `${numberOf(key)}2`]] },
  { by: 'a zero before a number', pairs: (key) => [[numberOf(key), `0${numberOf(key)}`]] },
  { by: 'one more space', pairs: (key) => [[`${key} 1`, `${key}  1`]] },
  { by: 'an escape', pairs: (key) => [[`${key}-%41`, `${key}-A`]] },
  { by: 'an accent', pairs: (key) => [[`${key}-\u00e9`, `${key}-e`]] },
  // Both have the same CRC-32, whatever comes before.
  { by: 'what a checksum does not see', pairs: (key) => [[`${key}-plumless`, `${key}-buckeroo`]] },
  { by: 'the end of a hash', pairs: async (key) => [await ofOneHash(key)] },
];

function long(key: string, length: number, end: string): string {
  return key.padEnd(length - 1, 'k') + end;
}

/** The digits of a UUID as a number that no double holds. */
function numberOf(key: string): string {
  return BigInt(`0x1${key.replaceAll('-', '')}`).toString();
}

/** Hashes to try: two of them almost always begin alike. */
const MOST_HASHED = 400_000;
const AT_ONCE = 5_000;
/** Characters of a hash in hexadecimal: 32 bits. */
const BEGINNING = 8;

/** Two keys whose SHA-256 begins with the same 32 bits. */
async function ofOneHash(key: string): Promise<KeyPair> {
  const seen = new Map<string, string>();
  for (let count = 0; count < MOST_HASHED; count += 1) {
    const [one, place] = [`${key}-${count}`, count % AT_ONCE];
    const beginning = createHash('sha256').update(one).digest('hex').slice(0, BEGINNING);
    const other = seen.get(beginning);
    if (other !== undefined) return [other, one];
    seen.set(beginning, one);
    if (place === 0) await setImmediate();
  }
  return [`${key}-1`, `${key}-2`];
}
