import type { Target } from '../src/index.ts';

export { readFileSync } from 'node:fs';
export { readFile } from 'node:fs/promises';

// Declarations that the examples in the comments of this package assume. The examples are compiled with them.
export declare const target: Target;
