import { Problem } from './problem.ts';

/** What a handler or a port threw, which may be anything: apart from what Node and Fastify throw, who blame a request by its `statusCode`. */
export class Fault extends Error {
  constructor(thrown: unknown) {
    super('A handler or a port failed.', { cause: thrown });
    this.name = 'Fault';
  }
}

/** Runs what calls handlers and ports. What they throw comes out as a `Fault`, and a problem as it is. */
export async function faultsOf<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Problem ? error : new Fault(error);
  }
}
