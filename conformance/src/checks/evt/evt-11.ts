import fc from 'fast-check';
import { type Check, check } from '../../run/check.ts';
import { contactBody, EffectCounter } from '../../target/contacts.ts';
import { headerNames } from '../../target/header-names.ts';
import { isSuccess } from '../../wire/answer.ts';
import { type Call, withHeader, withoutHeader } from '../../wire/call.ts';

/** EVT-11: a request that fails, and a replay, fire nothing. */
export const evt11: Check = check('EVT-11', async (trial) => {
  const [company] = trial.target.companies;
  const names = headerNames(trial.target.service.headerWord);
  const api = await trial.api();
  const effects = await EffectCounter.watch(trial, company);
  const creation = (nome: string, key?: string): Call =>
    api.call('createAnagrafica', { company, body: contactBody(trial, nome), ...(key !== undefined && { key }) });
  const failures: readonly ((call: Call) => Call)[] = [
    (call) => withoutHeader(call, 'Authorization'),
    (call) => withoutHeader(call, names.apiKey),
    (call) => withoutHeader(call, names.licenseKey),
    (call) => withHeader(call, names.licenseKey, 'wrong'),
    (call) => ({ ...call, body: (call.body ?? '').slice(0, -1) }),
  ];
  const [failed, written]: [string[], string[]] = [[], []];
  for (const fail of failures) {
    const nome = trial.fresh();
    if (!isSuccess(await trial.send(fail(creation(nome))))) failed.push(nome);
  }
  await trial.forAll(fc.integer({ min: 1, max: 3 }), 4, async (replays) => {
    const [nome, key] = [trial.fresh(), trial.freshKey()];
    await trial.prepare(creation(nome, key));
    for (let replay = 0; replay < replays; replay += 1) await trial.send(creation(nome, key));
    written.push(nome);
  });
  const counted = await effects.count(written);
  const judge = (nome: string, expected: number, what: string): void => {
    const seen = counted.events(nome);
    if (seen !== undefined)
      trial.judge(seen === expected, { message: `${what} must fire nothing.`, expected: `${expected} events`, actual: `${seen} events` });
  };
  for (const nome of failed) judge(nome, 0, 'A request that fails');
  for (const nome of written) judge(nome, 1, 'A replay');
});
