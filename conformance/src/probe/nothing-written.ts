import type { Company } from '../config/target.ts';
import type { Trial } from '../run/trial.ts';
import { Inconclusive } from '../run/verdict.ts';
import { contactBody, EffectCounter } from '../target/contacts.ts';
import type { Alteration } from './refusal.ts';

/** Judges that a creation that must be refused has no effect, whatever it was answered; where effects cannot be counted, nothing. */
export async function judgeNothingWritten(trial: Trial, company: Company, alteration: Alteration): Promise<void> {
  const effects = await EffectCounter.watch(trial, company);
  const [written, refused] = [trial.fresh(), trial.fresh()];
  const api = await trial.api();
  await trial.send(alteration.apply(api.call('createAnagrafica', { company, body: contactBody(trial, refused) })));
  await trial.send(api.call('createAnagrafica', { company, body: contactBody(trial, written) }));
  const counted = await effects.count([written]).catch((error: unknown) => {
    if (!(error instanceof Inconclusive)) throw error;
  });
  if (counted === undefined) return;
  const seen = { objects: counted.objects(refused) ?? 0, events: counted.events(refused) ?? 0 };
  trial.judge(seen.objects + seen.events === 0, {
    message: `A creation with ${alteration.what} must write nothing.`,
    expected: 'no contact and no event',
    actual: `${seen.objects} contacts and ${seen.events} events`,
  });
}
