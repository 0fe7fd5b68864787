import fc from 'fast-check';
import type { Company } from '../../config/target.ts';
import { type Probe, probes } from '../../probe/probe.ts';
import { type Alteration, judgeRefusals } from '../../probe/refusal.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { Skip } from '../../run/verdict.ts';
import { contactBody, EffectCounter } from '../../target/contacts.ts';
import { headerNames } from '../../target/header-names.ts';
import { type Answer, isSuccess, json } from '../../wire/answer.ts';
import { type Call, withHeader } from '../../wire/call.ts';
import { isObject, type Json } from '../../wire/json.ts';

/** HDR-05: the license key of another company than the one in the path answers 403, and nothing is read or written. */
export const hdr05: Check = check('HDR-05', async (trial) => {
  const { companies, foreignCompany } = trial.target;
  const [first, ...others] = companies;
  if (others.length === 0) throw new Skip('only one company is configured: add a second one to companies');
  for (const other of others) {
    await judgeOtherKey(trial, first, other);
    await judgeOtherKey(trial, other, first);
  }
  if (foreignCompany !== undefined) await judgeOtherKey(trial, first, foreignCompany);
});

async function judgeOtherKey(trial: Trial, company: Company, other: Company): Promise<void> {
  const { licenseKey } = headerNames(trial.target.service.headerWord);
  const otherKey: Alteration = {
    what: `the license key of company ${other.id} in company ${company.id}`,
    apply: (call) => withHeader(call, licenseKey, other.licenseKey),
  };
  const scoped = probes(trial, company).filter(({ configuration }) => !configuration);
  await judgeRefusals(trial, scoped, {
    status: 403,
    alterations: fc.constant(otherKey),
    runs: 2,
    after: async (answer, probe, call) => {
      const rightful = withHeader(call, licenseKey, company.licenseKey);
      if (call.method === 'GET') await judgeNothingRead(trial, probe, answer, rightful);
      else await judgeUnchanged(trial, company, probe, rightful);
    },
  });
  await judgeNothingWritten(trial, company, otherKey);
}

/** A refusal must not hold what the same request shows under the right key. */
async function judgeNothingRead(trial: Trial, probe: Probe, refusal: Answer, rightful: Call): Promise<void> {
  const shown = textsIn(json(await trial.send(rightful)));
  const read = shown.filter((text) => refusal.body.includes(text));
  const message = `A refused ${probe.operation} must not show what was asked for.`;
  trial.judge(read.length === 0, { message, expected: 'nothing of the answer under the right key', actual: read.slice(0, 5).join(', ') });
}

/** Texts long enough to be nobody else's. */
function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value.length >= 8 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

async function judgeUnchanged(trial: Trial, company: Company, probe: Probe, rightful: Call): Promise<void> {
  const unchanged = await rightfulCall(trial, company, probe, rightful);
  if (unchanged === undefined) return;
  const again = await trial.send(unchanged);
  trial.judge(isSuccess(again), {
    message: `A refused ${probe.operation} must leave the contact as it was.`,
    expected: '2xx to a request under the right key',
    actual: String(again.status),
  });
}

/** A request that succeeds only when the refused one had no effect: the same update, or a look at what was not to be deleted. */
async function rightfulCall(trial: Trial, company: Company, probe: Probe, call: Call): Promise<Call | undefined> {
  if (probe.operation === 'updateAnagrafica') return call;
  const look = probes(trial, company).find(({ operation }) => operation === 'getAnagrafica');
  if (probe.operation !== 'deleteAnagrafica' || look === undefined || trial.target.surface.anagraficaGet === null) return undefined;
  // The control: a target without this operation finds nothing, deleted or not.
  if (!isSuccess(await trial.send(await look.prepare()))) return undefined;
  return (await trial.api()).call('getAnagrafica', { company, ...(call.subject !== undefined && { id: call.subject }) });
}

async function judgeNothingWritten(trial: Trial, company: Company, otherKey: Alteration): Promise<void> {
  const effects = await EffectCounter.watch(trial, company);
  const [written, refused] = [trial.fresh(), trial.fresh()];
  const api = await trial.api();
  await trial.send(otherKey.apply(api.call('createAnagrafica', { company, body: contactBody(trial, refused) })));
  await trial.prepare(api.call('createAnagrafica', { company, body: contactBody(trial, written) }));
  const counted = await effects.count([written]);
  const seen = { objects: counted.objects(refused) ?? 0, events: counted.events(refused) ?? 0 };
  trial.judge(seen.objects + seen.events === 0, {
    message: `A creation with ${otherKey.what} must write nothing.`,
    expected: 'no contact and no event',
    actual: `${seen.objects} contacts and ${seen.events} events`,
  });
}
