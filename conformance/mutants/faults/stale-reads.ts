import type { OperationId } from '../../src/generated/operations.ts';
import type { NewFault, Request } from '../mutant.ts';
import { type Answer, entriesOf, isSuccess, withBody } from '../peer/message.ts';

/** Whether a reader keeps seeing the state before a change. @param isOwn whether the reader made the change */
export type Misses = (change: Request, isOwn: boolean) => boolean;

/** What each reader saw at each path, until a change that the reader does not miss. */
class Memory<T> {
  readonly #shown = new Map<string, { readonly reader: string | undefined; readonly path: string; readonly value: T }>();
  readonly #old = new Set<string>();

  /** The value for a reader: the old one if the reader has missed a change. */
  show(reader: string | undefined, path: string, value: T): T {
    const name = `${reader} ${path}`;
    const known = this.#shown.get(name);
    if (known !== undefined && this.#old.has(name)) return known.value;
    this.#shown.set(name, { reader, path, value });
    return value;
  }

  /** The old value for a reader. Undefined if the reader has missed no change. */
  old(reader: string | undefined, path: string): T | undefined {
    const name = `${reader} ${path}`;
    return this.#old.has(name) ? this.#shown.get(name)?.value : undefined;
  }

  change(request: Request, writer: string | undefined, misses: Misses): void {
    for (const [name, { reader, path }] of this.#shown) {
      if (!`${request.path}/`.startsWith(`${path}/`)) continue;
      if (misses(request, reader === writer)) this.#old.add(name);
      else {
        this.#old.delete(name);
        this.#shown.delete(name);
      }
    }
  }
}

/** Repeats the answer to a GET from before some changes of the object. */
export function staleGet(read: OperationId, misses: Misses): NewFault {
  return ({ userOf }) => {
    const memory = new Memory<Answer>();
    return async (request, forward) => {
      const user = userOf(request);
      if (request.operation === read) {
        const old = memory.old(user, request.path);
        if (old !== undefined) return old;
      }
      const answer = await forward(request);
      if (request.operation === read && isSuccess(answer)) return memory.show(user, request.path, answer);
      if (request.method !== 'GET' && isSuccess(answer)) memory.change(request, user, misses);
      return answer;
    };
  };
}

/** Lists entries as they were before some changes. */
export function staleList(list: OperationId, misses: Misses): NewFault {
  return ({ userOf }) => {
    const memory = new Memory<Record<string, unknown>>();
    return async (request, forward) => {
      const [answer, user] = [await forward(request), userOf(request)];
      if (!isSuccess(answer)) return answer;
      if (request.method !== 'GET') memory.change(request, user, misses);
      if (request.operation !== list) return answer;
      const [path] = request.path.split('?');
      return withBody(
        answer,
        entriesOf(answer).map((entry) => memory.show(user, `${path}/${entry.id}`, entry)),
      );
    };
  };
}

const KEPT_FOR_MS = 2_000;

/** Repeats some pages of a list for two seconds, or until one of these operations succeeds. */
export function keptPages(list: OperationId, isKept: (request: Request) => boolean, until: readonly OperationId[] = []): NewFault {
  return () => {
    const kept = new Map<string, { readonly answer: Answer; readonly at: number }>();
    return async (request, forward) => {
      const name = `${request.path} ${JSON.stringify(request.headers)}`;
      const known = kept.get(name);
      if (request.operation === list && known !== undefined && Date.now() - known.at < KEPT_FOR_MS) return known.answer;
      const answer = await forward(request);
      if (until.some((operation) => operation === request.operation) && isSuccess(answer)) kept.clear();
      if (request.operation === list && isKept(request) && isSuccess(answer)) kept.set(name, { answer, at: Date.now() });
      return answer;
    };
  };
}
