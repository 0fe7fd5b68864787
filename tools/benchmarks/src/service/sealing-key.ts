/** The key of every database of these benchmarks, so that one process can open what another has filled. */
export const SEALING_KEY: Buffer = Buffer.alloc(32, 1);
