import { randomFillSync } from 'node:crypto';

// The operating system is asked for this many at once: asking takes longer than most uses of the bytes.
const DRAWN = 256;

/**
 * Cryptographically random bytes, none of them given twice.
 *
 * @param size how many bytes a call gives; they stay the same for 256 calls, so that a caller who keeps them must copy them
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
