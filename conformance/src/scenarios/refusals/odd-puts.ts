import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type SpoiledCall, spoiledBodies } from '../values/spoiled-calls.ts';
import { putsOfEach } from './lessening.ts';
import type { TriedCall } from './tried-call.ts';

/**
 * PUTs that a target may take or refuse: texts that some databases do not store, huge numbers, lists with each entry twice. Each is of the object as it
 * is by then, so that nothing else refuses it, and to be sent before the next is asked for. None below the standard budget.
 */
export async function* oddPuts(context: CheckContext): AsyncGenerator<TriedCall> {
  for await (const { operation, put, all } of putsOfEach(context)) {
    const additions = isSuccess(await context.send(await put.call(all))) ? all : [];
    const spoiled = async (): Promise<readonly SpoiledCall[]> => spoiledBodies(await put.call(additions));
    for (const [index, { status, what }] of (await spoiled()).entries()) {
      const call = status === undefined ? (await spoiled())[index]?.call : undefined;
      if (call !== undefined) yield { operation, what: `${what}, of an object as it is`, call };
    }
  }
}
