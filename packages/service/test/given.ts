import type { Service } from '../src/index.ts';

export { randomBytes } from 'node:crypto';
export { pino } from 'pino';

// What the examples in the comments of this package take for given. They are compiled with it.
export declare const service: Service;
