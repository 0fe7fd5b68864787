import type { Target } from '../src/index.ts';

export { readFileSync } from 'node:fs';
export { readFile } from 'node:fs/promises';

// What the examples in the comments of this package take for given. They are compiled with it.
export declare const target: Target;
