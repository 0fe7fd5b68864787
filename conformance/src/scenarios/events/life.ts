import { objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { draftOf } from '../operations/creation.ts';
import { changeOf } from '../operations/operation-case.ts';
import { createdObject, type Draft, shownNow, type Thing } from '../operations/thing.ts';
import { createContact } from '../resources/contact-life.ts';
import { contactBody } from '../resources/contacts.ts';
import { objectFiredBy } from './cause.ts';
import { readMade } from './read-made.ts';
import type { Options, Steps } from './steps.ts';

/** Variants of a body to try, in this order. Which values exclude each other is the target's choice. */
export type Variants = (body: JsonObject, plain: JsonObject) => Iterable<JsonObject>;

export interface LifeOptions {
  /** What is appended to the object's name, if the target accepts that. */
  readonly ending?: string;
  /** Whether each event is awaited. */
  readonly awaited?: boolean;
  /** The key of each call; undefined if none has one. */
  readonly keyFor?: ((operation: OperationId) => string) | undefined;
}

/** One object, from its creation on. */
export class Life {
  readonly #context: CheckContext;
  readonly #company: Company;
  readonly #resource: Resource;
  readonly #steps: Steps;
  readonly #keyFor: LifeOptions['keyFor'];
  readonly #awaited: boolean;
  #object: Thing | undefined;
  /** The draft without what was varied. */
  #plain: Draft | undefined;
  #ending: string;

  constructor(steps: Steps, resource: Resource, { ending = '', awaited = false, keyFor }: LifeOptions = {}) {
    this.#context = steps.context;
    this.#company = steps.company;
    this.#resource = resource;
    this.#steps = steps;
    this.#ending = ending;
    this.#awaited = awaited;
    this.#keyFor = keyFor;
  }

  /** The body that the object was written with. */
  get body(): JsonObject {
    return this.#object?.draft?.body ?? {};
  }

  async create(create: OperationId, variants: Variants, options: Options = {}): Promise<void> {
    await this.#take(create, options, async () => {
      const draft = await draftOf(this.#context, this.#resource.name, this.#company);
      this.#plain = draft;
      const named = this.#ended(draft);
      const taken = await this.#firstTaken(create, {}, variants(named.body, draft.body));
      if (taken) this.#object = createdObject(this.#resource.name, this.#company, { ...named, body: taken.body }, taken.answer);
      else this.#object = this.#resource.name === 'Anagrafica' ? await this.#contact(named) : await this.#created(create, draft);
      if (!taken) this.#ending = '';
      return (await this.#look()) ?? this.#object.shown;
    });
  }

  /** @param isPlain whether to leave out what the creation added to the plain body */
  async change(variants: Variants = (body) => [body], isPlain: boolean = false): Promise<void> {
    const { update } = this.#resource.operations;
    if (update === undefined || !isServed(this.#context, update)) return;
    await this.#take(update, { optional: true }, async () => {
      const object = this.#known();
      const draft = await changeOf(this.#context, isPlain ? { ...object, draft: this.#plain } : object);
      const named = this.#ended(draft);
      const taken = await this.#firstTaken(update, { id: object.id }, variants(named.body, this.#plain?.body ?? named.body));
      const answer = taken?.answer ?? (await this.#context.prepare(await this.#built(update, { id: object.id, body: draft.body })));
      this.#object = { ...object, draft: taken ? { ...named, body: taken.body } : draft };
      return await this.#look(answer);
    });
  }

  async delete(): Promise<void> {
    const { delete: deletion } = this.#resource.operations;
    if (deletion === undefined || !isServed(this.#context, deletion)) return;
    await this.#take(deletion, { optional: true }, async () => {
      const { id, shown } = this.#known();
      await this.#context.prepare(await this.#built(deletion, { id }));
      return shown;
    });
  }

  async act(act: OperationId, options: Options = {}): Promise<void> {
    await this.#take(act, { awaited: true, ...options }, async () => {
      const { id } = this.#known();
      const answer = await this.#context.prepare(await this.#built(act, { id }));
      if (objectFiredBy(act) === this.#resource.name) return await this.#look(answer);
      const made = objectOf(answer, 'id');
      return isObject(made) ? await readMade(this.#context, { act, company: this.#company, id }, made) : undefined;
    });
  }

  async #take(operation: OperationId, options: Options, act: () => Promise<Json | undefined>): Promise<void> {
    const isOwn = objectFiredBy(operation) === this.#resource.name;
    await this.#steps.take(operation, { awaited: this.#awaited, ...options }, async () => {
      const answered = await act();
      // The answer of an act may carry the id of the document that it was done on.
      return isOwn ? { answered, ...this.#facts(answered) } : { answered };
    });
  }

  #facts(answered: Json | undefined): Pick<Awaited<ReturnType<Parameters<Steps['take']>[2]>>, 'id' | 'label' | 'kept'> {
    const { id, draft } = this.#known();
    const { name, label, token } = this.#resource;
    const sent = Object.keys(this.body).filter((member) => member !== token);
    const kept = Object.fromEntries(sent.map((member) => [member, memberOf(answered, member) ?? null]));
    // The target may show other names in another way than they were sent.
    const text = name === 'Anagrafica' ? draft?.label : label && draft?.label && memberOf(answered, label);
    return { id, kept, label: label !== undefined && typeof text === 'string' ? { member: label, text } : undefined };
  }

  /** A contact with this name, or a plain one. It is found in the list if the answer to its creation shows no id. */
  async #contact({ label }: Draft): Promise<Thing> {
    const key = this.#keyFor?.('createAnagrafica');
    const { id, nome, answer } = await createContact(this.#context, this.#company, label, key);
    const draft = { body: contactBody(this.#context, nome), label: nome };
    return { resource: this.#resource, company: this.#company, id, draft, shown: objectOf(answer, 'id') };
  }

  async #created(create: OperationId, draft: Draft): Promise<Thing> {
    const answer = await this.#context.prepare(await this.#built(create, { body: draft.body }));
    return createdObject(this.#resource.name, this.#company, draft, answer);
  }

  #ended({ body, label }: Draft): Draft {
    const { label: member } = this.#resource;
    if (member === undefined || label === undefined) return { body, label };
    return { body: { ...body, [member]: `${label}${this.#ending}` }, label: `${label}${this.#ending}` };
  }

  /** The first of these bodies that the target accepts; undefined if it accepts none. */
  async #firstTaken(
    operation: OperationId,
    given: { readonly id?: string },
    bodies: Iterable<JsonObject>,
  ): Promise<{ readonly body: JsonObject; readonly answer: Answer } | undefined> {
    for (const body of bodies) {
      const answer = await this.#context.send(await this.#built(operation, { ...given, body }));
      if (isSuccess(answer)) return { body, answer };
    }
    return undefined;
  }

  async #built(operation: OperationId, given: { readonly id?: string; readonly body?: JsonObject }): Promise<Call> {
    const key = operations[operation].acceptsKey ? this.#keyFor?.(operation) : undefined;
    return (await this.#context.api()).call(operation, { company: this.#company, ...given, ...(key !== undefined && { key }) });
  }

  /** What the target shows of the object now, or in this answer. */
  async #look(answer?: Answer): Promise<Json | undefined> {
    const object = this.#known();
    const shown = (await shownNow(this.#context, object)) ?? (answer && objectOf(answer, 'id'));
    this.#object = { ...object, shown: shown ?? object.shown };
    return shown;
  }

  #known(): Thing {
    if (this.#object === undefined) throw new Inconclusive(`no ${this.#resource.name} was created`);
    return this.#object;
  }
}
