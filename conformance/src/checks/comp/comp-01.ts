import { type Check, check } from '../../run/check.ts';
import { entriesOf, readList } from '../../target/listing.ts';
import { isSuccess } from '../../wire/answer.ts';
import { memberOf } from '../../wire/json.ts';

/** COMP-01: the configuration endpoint lists the companies with their identifiers, without a company id in the path. */
export const comp01: Check = check('COMP-01', async (trial) => {
  const { companies, surface } = trial.target;
  const api = await trial.api();
  const answer = await trial.sendRightful(api.call('listAzienda'), '2xx with a list');
  trial.judge(isSuccess(answer), { message: 'The companies must be listed.', expected: '2xx', actual: String(answer.status) });
  trial.judge(entriesOf(answer, surface.companyId) !== undefined, {
    message: 'The answer must be a list of companies.',
    expected: 'a JSON array',
    actual: answer.body.slice(0, 200),
  });
  const list = await readList(api.call('listAzienda'), (call) => trial.send(call), surface.companyId);
  const listed = (list?.entries ?? []).map((entry) => memberOf(entry, surface.companyId));
  trial.judge(
    listed.every((id) => id !== undefined && id !== null),
    {
      message: 'Every listed company must carry its identifier.',
      expected: `a member "${surface.companyId}" in each entry (surface.companyId)`,
      actual: answer.body.slice(0, 200),
    },
  );
  for (const { id } of companies) {
    trial.judge(
      listed.some((other) => String(other) === id),
      {
        message: `Company ${id} must be listed: the credentials operate on it.`,
        expected: id,
        actual: listed.map(String).join(', ') || 'none',
      },
    );
  }
});
