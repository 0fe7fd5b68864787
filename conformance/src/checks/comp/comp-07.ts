import fc from 'fast-check';
import type { Company } from '../../config/target.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { contactBody } from '../../target/contacts.ts';

const scoped = ['listArticolo', 'getArticolo', 'createAnagrafica'] as const;

/** COMP-07: a company that does not exist, or that is not the user's, answers 403 whatever the license key. */
export const comp07: Check = check('COMP-07', async (trial) => {
  const { companies, foreignCompany } = trial.target;
  const api = await trial.api();
  // The control: the user's own company is accepted.
  await trial.prepare(api.call('listArticolo'));
  const keys = [...companies.map(({ licenseKey }) => licenseKey), ...(foreignCompany ? [foreignCompany.licenseKey] : [])];
  const strangers = strangeId(companies.map(({ id }) => id)).chain((id) =>
    fc.constantFrom(...keys).map((licenseKey) => ({ id, licenseKey })),
  );
  await trial.forAll(fc.record({ company: strangers, operation: fc.constantFrom(...scoped) }), 15, ({ company, operation }) =>
    judgeRefused(trial, operation, company, 'that does not exist'),
  );
  if (foreignCompany === undefined) return;
  const foreign = fc.constantFrom(...keys).map((licenseKey) => ({ ...foreignCompany, licenseKey }));
  await trial.forAll(fc.record({ company: foreign, operation: fc.constantFrom(...scoped) }), 8, ({ company, operation }) =>
    judgeRefused(trial, operation, company, 'that is not the user’s'),
  );
  for (const operation of scoped)
    await judgeRefused(trial, operation, foreignCompany, 'that is not the user’s, under its own license key,');
});

async function judgeRefused(trial: Trial, operation: (typeof scoped)[number], company: Company, what: string): Promise<void> {
  const api = await trial.api();
  const body = operation === 'createAnagrafica' ? { body: contactBody(trial, trial.fresh()) } : {};
  const answer = await trial.sendJudged(api.call(operation, { company, id: '1', ...body }), '403');
  trial.judge(answer.status === 403, {
    message: `${operation} in a company ${what} must be refused.`,
    expected: '403',
    actual: `${answer.status} in company ${company.id}`,
  });
}

/** An identifier like the known ones that no company has: a large integer, or text of the same length. */
function strangeId(known: readonly string[]): fc.Arbitrary<string> {
  const integers = known.every((id) => /^\d+$/.test(id));
  const strange = integers
    ? fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map(String)
    : fc.stringMatching(new RegExp(`^[a-z0-9]{${Math.max(8, known[0]?.length ?? 8)}}$`));
  return strange.filter((id) => !known.includes(id));
}
