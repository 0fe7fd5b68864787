import { type Check, check } from '../../run/check.ts';
import { entriesOf } from '../../target/listing.ts';
import { isSuccess } from '../../wire/answer.ts';

/** COMP-04: the stock items of a company are listed. */
export const comp04: Check = check('COMP-04', async (trial) => {
  const api = await trial.api();
  for (const company of trial.target.companies) {
    const answer = await trial.sendRightful(api.call('listArticolo', { company }), '2xx with a list');
    trial.judge(isSuccess(answer), {
      message: `The stock items of company ${company.id} must be listed.`,
      expected: '2xx',
      actual: String(answer.status),
    });
    trial.judge(entriesOf(answer) !== undefined, {
      message: 'The answer must be a list of stock items.',
      expected: 'a JSON array',
      actual: answer.body.slice(0, 200),
    });
  }
});
