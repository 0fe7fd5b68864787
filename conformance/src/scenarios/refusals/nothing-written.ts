import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { contactBody, SideEffects } from '../resources/contacts.ts';
import { isSparing } from '../sparingly.ts';
import type { Alteration } from './refusal.ts';

interface Refused {
  readonly alteration: Alteration;
  readonly effects: SideEffects;
  readonly refused: string;
  readonly written: string;
}

/** Creations that must be refused. None may have an effect, whatever its answer. */
export class RefusedCreations {
  readonly #context: CheckContext;
  readonly #sent: Refused[] = [];

  constructor(context: CheckContext) {
    this.#context = context;
  }

  /** Sends a creation that must be refused, and a valid one as the control. */
  async send(company: Company, alteration: Alteration): Promise<void> {
    const context = this.#context;
    // The controls could not be deleted.
    if (isSparing(context))
      return context.leaveUnjudged(`whether creations with ${alteration.what} write nothing: contacts cannot be deleted`);
    const effects = await SideEffects.watch(context, company);
    const [written, refused] = [context.fresh(), context.fresh()];
    const api = await context.api();
    await context.send(alteration.apply(api.call('createAnagrafica', { company, body: contactBody(context, refused) })));
    await context.send(api.call('createAnagrafica', { company, body: contactBody(context, written) }));
    this.#sent.push({ alteration, effects, refused, written });
  }

  /** Counts the effects of all creations together, so that the wait for events happens once. Judges nothing that cannot be counted. */
  async judge(): Promise<void> {
    for (const { alteration, effects, refused, written } of this.#sent) {
      const counted = await effects.count([written]).catch((error: unknown) => {
        if (!(error instanceof Inconclusive)) throw error;
      });
      if (counted === undefined) continue;
      const seen = { objects: counted.objects(refused) ?? 0, events: counted.events(refused) ?? 0 };
      this.#context.judge(seen.objects + seen.events === 0, {
        message: `A creation with ${alteration.what} must write nothing.`,
        expected: 'no contact and no event',
        actual: `${seen.objects} contacts and ${seen.events} events`,
      });
    }
  }
}
