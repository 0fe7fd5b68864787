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

/** Creations that must be refused: whatever they were answered, none may have an effect. */
export class RefusedCreations {
  readonly #context: CheckContext;
  readonly #sent: Refused[] = [];

  constructor(context: CheckContext) {
    this.#context = context;
  }

  /** Sends a creation that must be refused, and one that must not, which is the control. */
  async send(company: Company, alteration: Alteration): Promise<void> {
    const context = this.#context;
    // The control of each would stay.
    if (isSparing(context))
      return context.leaveUnjudged(`creations with ${alteration.what} that write all the same: no contact can be removed`);
    const effects = await SideEffects.watch(context, company);
    const [written, refused] = [context.fresh(), context.fresh()];
    const api = await context.api();
    await context.send(alteration.apply(api.call('createAnagrafica', { company, body: contactBody(context, refused) })));
    await context.send(api.call('createAnagrafica', { company, body: contactBody(context, written) }));
    this.#sent.push({ alteration, effects, refused, written });
  }

  /** Counts the effects of all, so that the quiet time that events need is waited for once; where they cannot be counted, judges nothing. */
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
