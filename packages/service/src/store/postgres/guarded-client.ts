import type { Duplex } from 'node:stream';
import type { PostgresPoolClient } from 'kysely';
import type { PoolClient } from 'pg';

/** A connection that is given up when it does not answer in time. */
export interface GuardedClient extends PostgresPoolClient {
  /** When it answered last, or was made, in milliseconds of `performance.now()`. */
  readonly answeredAt: number;
  giveUp(): void;
}

export interface GuardInput {
  /** Undefined for as long as it takes. */
  readonly answerWithinMs: number | undefined;
  readonly onAnswer: () => void;
  readonly onLost: () => void;
}

/** No answer came. Whether the statement was run is not known; the transaction was not committed, unless the statement was that. */
class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';
}

export function createGuardedClient(client: PoolClient, { answerWithinMs, onAnswer, onLost }: GuardInput): GuardedClient {
  let answeredAt = performance.now();
  let fault: NoAnswer | undefined;

  function fail(): NoAnswer {
    fault = new NoAnswer(`The database did not answer within ${answerWithinMs} ms.`);
    destroyConnection(client);
    return fault;
  }

  async function inTime(answer: Promise<unknown>): Promise<unknown> {
    if (answerWithinMs === undefined) return answer;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        onLost();
        reject(fail());
      }, answerWithinMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function query(text: string, parameters: unknown[]): Promise<unknown> {
    // What follows on a lost connection, such as the end of its transaction, must not wait as well.
    if (fault !== undefined) throw fault;
    const result = await inTime(client.query(text, parameters));
    answeredAt = performance.now();
    onAnswer();
    return result;
  }

  return {
    // Kysely knows the form of a result from its statement, the driver does not; cursors are not used.
    query: query as PostgresPoolClient['query'],
    get answeredAt() {
      return answeredAt;
    },
    giveUp() {
      client.release(fail());
    },
    release: (destroy) => client.release(fault ?? destroy),
  };
}

/**
 * Ends a connection without a goodbye: the driver would wait for PostgreSQL to answer it.
 */
export function destroyConnection(client: PoolClient): void {
  // The driver's types leave out the connection of a client.
  const { connection } = client as PoolClient & { readonly connection: { readonly stream: Duplex } };
  connection.stream.destroy();
}
