import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { contactBody, createContact, SideEffects } from '../resources/contacts.ts';
import { isSparing } from '../sparingly.ts';
import type { Alteration } from './refusal.ts';

/** A contact of the company that lists and deliveries must show, if they are to prove anything. */
const witness = oncePerRunFor<Company, string>(
  ({ id }) => id,
  async (context, company) => {
    await SideEffects.watch(context, company);
    const nome = context.fresh();
    await createContact(context, nome, { company });
    return nome;
  },
);

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

  /** Sends a creation that must be refused. The control is a contact that was created before. */
  async send(company: Company, alteration: Alteration): Promise<void> {
    const context = this.#context;
    // The control could not be deleted.
    if (isSparing(context))
      return context.leaveUnjudged(`whether creations with ${alteration.what} write nothing: contacts cannot be deleted`);
    const written = await witness(context, company);
    const effects = await SideEffects.watch(context, company);
    const refused = context.fresh();
    const call = (await context.api()).call('createAnagrafica', { company, body: contactBody(context, refused) });
    await context.send(alteration.apply(call));
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
