import { entriesOf, unreadable } from '../../api/listing.ts';
import { isSuccess, json } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { Answer } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** COMP-04: the stock items of a company are listed. */
export const comp04: Check = check('COMP-04', { isolation: 'shared', weight: 1 }, async (context) => {
  const api = await context.api();
  for (const company of context.target.companies) {
    const answer = await context.sendRightful(api.call('listArticolo', { company }), '2xx with a list');
    context.judge(isSuccess(answer), {
      message: `listArticolo must list the stock items of company ${company.id}.`,
      expected: '2xx',
      actual: String(answer.status),
    });
    const listed = entriesOf(answer) !== undefined;
    if (!listed && mayHoldList(answer)) throw new Inconclusive(unreadable('listArticolo'));
    context.judge(listed, {
      message: 'The answer to listArticolo must be a list.',
      expected: 'a JSON array, or an object that holds one',
      actual: answer.body.slice(0, 200),
    });
  }
});

/** Whether the answer may hold a list in another shape: text that is not JSON, or something nested. An empty object may mean no items. */
function mayHoldList(answer: Answer): boolean {
  const body = json(answer);
  if (body === undefined) return answer.body.trim() !== '';
  const members = isObject(body) || Array.isArray(body) ? Object.values(body) : undefined;
  return members !== undefined && (members.length === 0 || members.some((member) => typeof member === 'object' && member !== null));
}
