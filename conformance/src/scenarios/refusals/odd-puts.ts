import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type SpoiledCall, spoiledBodies } from '../values/spoiled-calls.ts';
import { putsOfEach } from './lessening.ts';
import type { TriedCall } from './tried-call.ts';

/**
 * PUTs that a target may accept or refuse: texts that some databases cannot store, huge numbers, lists with each entry twice. Each is made
 * from the current object, so that nothing else is wrong with it. Send each before asking for the next. None below the standard budget.
 */
export async function* oddPuts(context: CheckContext): AsyncGenerator<TriedCall> {
  for await (const { operation, put, all } of putsOfEach(context)) {
    const additions = isSuccess(await context.send(await put.call(all))) ? all : [];
    const spoiled = async (): Promise<readonly SpoiledCall[]> => spoiledBodies(await put.call(additions));
    for (const [index, { status, what }] of (await spoiled()).entries()) {
      const call = status === undefined ? (await spoiled())[index]?.call : undefined;
      if (call !== undefined) yield { operation, what: `${what} and no other change`, call };
    }
  }
}
