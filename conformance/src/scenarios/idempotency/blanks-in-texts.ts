import { isReplayed, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, parseJson, writeJson } from '../../model/json.ts';
import { freeTexts } from '../operations/declared-members.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { freshCall } from './keyed-use.ts';

/** Judges that a text with two blanks in the place of one is another (IDEM-07): white space counts within texts, whoever passes over it elsewhere. */
export async function judgeBlanks(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await freshCall(context, one, context.freshKey());
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body)) return;
  const [free] = freeTexts(body, one.operation);
  if (free === undefined) return;
  const [name, text] = free;
  const ending = (end: string): Call => ({ ...call, body: writeJson({ ...body, [name]: text + end }) });
  if (!isSuccess(await context.send(ending(' a b')))) return;
  const answer = await context.sendOther(ending(' a  b'));
  context.judge(!isSuccess(answer) && !isReplayed(answer), {
    message: `The same key with two blanks in the place of one (${one.operation}, ${name}) must be refused.`,
    expected: '422',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}
