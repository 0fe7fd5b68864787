import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import type { Trial } from '../../engine/trial.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Call, renameHeaders, withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { creationsOf } from '../../scenarios/webhooks/webhooks.ts';

/** Upper case where the pattern says so, lower case elsewhere. */
function recase(pattern: readonly boolean[]): (name: string) => string {
  return (name) =>
    [...name].map((character, index) => (pattern[index % pattern.length] ? character.toUpperCase() : character.toLowerCase())).join('');
}

/** HDR-08: header names are case-insensitive. */
export const hdr08: Check = check('HDR-08', async (trial) => {
  const api = await trial.api();
  const calls: Readonly<Record<string, () => Call>> = {
    authenticate: () => trial.bench.session.authenticateCall(),
    listAzienda: () => api.call('listAzienda'),
    listArticolo: () => api.call('listArticolo'),
    createAnagrafica: () => api.call('createAnagrafica', { body: contactBody(trial, trial.fresh()), key: trial.freshKey() }),
  };
  const pattern = fc.array(fc.boolean(), { minLength: 2, maxLength: 24 });
  for (const [operation, call] of Object.entries(calls)) {
    if (!isSuccess(await trial.send(call()))) continue;
    const judge = async (upper: readonly boolean[]): Promise<void> => {
      const [sent, rename] = [call(), recase(upper)];
      const answer = await trial.sendJudged(renameHeaders(sent, rename), '2xx');
      const shown = sent.headers.map(([name]) => rename(name)).join(', ');
      trial.judge(isSuccess(answer), {
        message: `${operation} must read its headers in any case.`,
        expected: '2xx',
        actual: `${answer.status} with ${shown}`,
      });
      if (operation === 'createAnagrafica') await judgeKeyRead(trial, sent, shown);
    };
    await trial.forAll(pattern, 3, judge, [[false], [true]]);
  }
  if (trial.judgements === 0) throw new Inconclusive('no operation accepts the request that should be accepted');
  await judgeApplicationIdRead(trial);
});

/** The key was read too: its retry, in the usual case, is the replay, as it is for a key in the usual case. */
async function judgeKeyRead(trial: Trial, sent: Call, shown: string): Promise<void> {
  const api = await trial.api();
  const control = api.call('createAnagrafica', { body: contactBody(trial, trial.fresh()), key: trial.freshKey() });
  await trial.send(control);
  if (!isReplayed(await trial.send(control))) return;
  trial.judge(isReplayed(await trial.send(sent)), {
    message: 'Idempotency-Key must be read in any case.',
    expected: 'the retry with the same key is replayed',
    actual: `executed again after ${shown}`,
  });
}

/** The application id was read too, where events come to show it. */
async function judgeApplicationIdRead(trial: Trial): Promise<void> {
  const [company] = trial.target.companies;
  const hook = await trial.bench.webhooks.observer(trial, company).catch(() => undefined);
  if (hook === undefined) return;
  const api = await trial.api();
  const { applicationId: name } = headerNames(trial.target.service.headerWord);
  const object = trial.target.surface.eventObjects.anagrafica;
  const applicationIdOf = async (rename: (name: string) => string): Promise<unknown> => {
    const nome = trial.fresh();
    const call = withHeader(api.call('createAnagrafica', { body: contactBody(trial, nome) }), name, `id of ${nome}`);
    await trial.prepare(renameHeaders(call, rename));
    await hook.endpoint.until(() => creationsOf(hook, object, nome).length > 0, hook.silent ? 0 : trial.target.timing.deliveryWithinMs);
    return creationsOf(hook, object, nome)[0]?.evento.applicationId === `id of ${nome}`;
  };
  if (!(await applicationIdOf((usual) => usual))) return;
  for (const upper of [false, true]) {
    trial.judge((await applicationIdOf(recase([upper]))) === true, {
      message: 'The application id must be read from its header in any case.',
      expected: 'ApplicationId of the event is that of the request',
      actual: `another, with ${recase([upper])(name)}`,
    });
  }
}
