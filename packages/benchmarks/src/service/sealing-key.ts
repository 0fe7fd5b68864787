/** Of every database of these benchmarks, so that one process opens what another filled. */
export const SEALING_KEY: Buffer = Buffer.alloc(32, 1);
