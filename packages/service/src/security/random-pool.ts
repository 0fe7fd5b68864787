import { randomFillSync } from 'node:crypto';

// The operating system is asked for so many at once: to ask takes longer than what most are needed for.
const DRAWN = 256;

/**
 * Cryptographically random bytes, none of them given twice.
 *
 * @param size how many a call gives; they stay as they are until some 256 calls later, and are to be copied by whoever keeps them
 */
export function createRandomPool(size: number): () => Buffer {
  const drawn = Buffer.alloc(DRAWN * size);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += size;
    return drawn.subarray(used - size, used);
  };
}
