import { typeFiredBy } from '../../api/event-names.ts';
import { objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { effects, eventObjects, type Resource } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { draftOf } from '../operations/creation.ts';
import { type Addition, lettered, waysOf, withAdditions } from '../operations/declared-members.ts';
import { changeOf } from '../operations/operation-case.ts';
import { createdObject, type Draft, type StoredObject, shownNow } from '../operations/stored-object.ts';
import { everyEnding } from '../values/texts.ts';
import { readMade } from './read-made.ts';
import type { Step } from './step.ts';

/** Characters that an Italian document accepts anywhere. */
const LATIN_ENDING = ' perché è così';

/** Bodies to try one after another, as waysOf answers them. A member that the target refused among the others is left out from then on. */
export class Ways {
  readonly #refused = new Set<string | number | undefined>();

  *of(body: JsonObject, all: readonly Addition[]): Generator<JsonObject> {
    const changes = all.filter(({ path }) => !this.#refused.has(path.at(-1)));
    let last: number | undefined;
    try {
      for (const [at, way] of waysOf(body, changes).entries()) {
        last = at;
        yield way;
      }
      last = undefined;
    } finally {
      // The caller stops at the first that is accepted.
      if (last !== undefined && last > 0 && last <= changes.length) this.#refused.add(changes[last - 1]?.path.at(-1));
    }
  }

  /** All changes, then each half, then each quarter, and so on: several of them may be refused. */
  halved(body: JsonObject, all: readonly Addition[]): readonly JsonObject[] {
    const parts = [all.filter(({ path }) => !this.#refused.has(path.at(-1)))];
    for (const part of parts) {
      const middle = Math.ceil(part.length / 2);
      if (part.length > 1) parts.push(part.slice(middle), part.slice(0, middle));
    }
    return parts.map((part) => withAdditions(body, part));
  }
}

/** One object, from its creation on. */
export class Life {
  readonly #context: CheckContext;
  readonly #company: Company;
  readonly #resource: Resource;
  readonly #keyFor: ((operation: OperationId) => string) | undefined;
  #object: StoredObject | undefined;
  /** The draft without the additions. */
  #plain: Draft | undefined;

  /** @param keyFor the key of each call; undefined if none has one */
  constructor(context: CheckContext, company: Company, resource: Resource, keyFor?: (operation: OperationId) => string) {
    this.#context = context;
    this.#company = company;
    this.#resource = resource;
    this.#keyFor = keyFor;
  }

  /** The body that the object was written with. */
  get body(): JsonObject {
    return this.#object?.draft?.body ?? {};
  }

  /** @param lengths the numbers of entries per list to try; the first that the target accepts counts */
  creation(create: OperationId, { lengths, ...options }: StepOptions & { readonly lengths: readonly number[] }): Step {
    return this.#step(create, options, async () => {
      const draft = await draftOf(this.#context, this.#resource.name, this.#company);
      const { draft: taken, answer } = await this.#created(create, draft, lengths, options.unissued === true);
      this.#object = createdObject(this.#resource.name, this.#company, taken, answer);
      return await this.#look();
    });
  }

  /** Which values exclude each other is the target's choice. @param ways variants of the body; the first that the target accepts counts */
  variedCreation(create: OperationId, ways: (body: JsonObject) => Iterable<JsonObject>, ending: string): Step {
    return this.#step(create, { optional: true }, async () => {
      const draft = await draftOf(this.#context, this.#resource.name, this.#company);
      this.#plain = draft;
      const label = draft.label && `${draft.label}${ending}`;
      const named = this.#resource.label !== undefined && label !== undefined ? { [this.#resource.label]: label } : {};
      for (const way of ways(draft.body)) {
        const varied = { label, body: { ...way, ...named } };
        const answer = await this.#context.send(await this.#built(create, { body: varied.body }));
        if (!isSuccess(answer)) continue;
        this.#object = createdObject(this.#resource.name, this.#company, varied, answer);
        return await this.#look();
      }
      throw new Inconclusive(`no ${this.#resource.name} was created`);
    });
  }

  /**
   * @param others changes besides the label, from the body and the plain body; all or some are made, as far as the target accepts them
   * @param isPlain whether to leave out what the creation added to the plain body
   */
  async *changes(
    others: (body: JsonObject, plain: JsonObject) => readonly Addition[] = () => [],
    isPlain: boolean = false,
    waysTo: (body: JsonObject, changes: readonly Addition[]) => Iterable<JsonObject> = waysOf,
  ): AsyncGenerator<Step> {
    const { update } = this.#resource.operations;
    if (update === undefined || !isServed(this.#context, update)) return;
    yield this.#step(update, { optional: true }, async () => {
      const object = this.#known();
      const draft = await changeOf(this.#context, isPlain ? { ...object, draft: this.#plain } : object);
      const body = await this.#taken(update, object, waysTo(draft.body, others(draft.body, this.#plain?.body ?? draft.body)));
      if (body === undefined) await this.#call(update, draft.body);
      this.#object = { ...object, draft: { ...draft, body: body ?? draft.body } };
      return await this.#look();
    });
  }

  async *deletion(): AsyncGenerator<Step> {
    const { delete: deletion } = this.#resource.operations;
    if (deletion === undefined || !isServed(this.#context, deletion)) return;
    yield this.#step(deletion, { optional: true }, async () => {
      const { shown } = this.#known();
      await this.#call(deletion);
      return shown;
    });
  }

  act(act: OperationId, options: StepOptions = { awaited: true }): Step {
    return this.#step(act, options, async () => {
      const answer = await this.#call(act);
      if (objectFiredBy(act) === this.#resource.name) return await this.#look();
      const made = objectOf(answer, 'id');
      return isObject(made) ? await readMade(this.#context, { act, company: this.#company, id: this.#known().id }, made) : undefined;
    });
  }

  /** How many entries and which characters the target accepts is its choice. */
  async #created(
    create: OperationId,
    draft: Draft,
    lengths: readonly number[],
    isLettered: boolean,
  ): Promise<{ readonly draft: Draft; readonly answer: Answer }> {
    const api = await this.#context.api();
    const call = (body: JsonObject): ReturnType<typeof api.call> => api.call(create, { company: this.#company, body });
    const long = lengths.map((length) => lengthened(draft.body, length));
    // What is made from an issued document accepts fewer characters.
    const ending = isLettered ? everyEnding : LATIN_ENDING;
    const ways = long.flatMap((one) => [lettered(one, create, this.#resource, ending), one]);
    for (const body of ways) {
      const answer = await this.#context.send(call(body));
      if (isSuccess(answer)) return { draft: { ...draft, body }, answer };
    }
    return { draft, answer: await this.#context.prepare(call(draft.body)) };
  }

  /** The first of these bodies that the target accepts in a PUT; undefined if it accepts none. */
  async #taken(update: OperationId, { id }: StoredObject, bodies: Iterable<JsonObject>): Promise<JsonObject | undefined> {
    for (const body of bodies) if (isSuccess(await this.#context.send(await this.#built(update, { id, body })))) return body;
    return undefined;
  }

  async #call(operation: OperationId, body?: JsonObject): Promise<Answer> {
    const { id } = this.#known();
    return await this.#context.prepare(await this.#built(operation, { id, ...(body !== undefined && { body }) }));
  }

  async #built(operation: OperationId, given: { readonly id?: string; readonly body?: JsonObject }): Promise<Call> {
    const key = operations[operation].acceptsKey ? this.#keyFor?.(operation) : undefined;
    return (await this.#context.api()).call(operation, { company: this.#company, ...given, ...(key !== undefined && { key }) });
  }

  /** What the target shows of the object now, or showed last. */
  async #look(): Promise<Json | undefined> {
    const object = this.#known();
    const shown = (await shownNow(this.#context, object)) ?? object.shown;
    this.#object = { ...object, shown };
    return shown;
  }

  #known(): StoredObject {
    if (this.#object === undefined) throw new Inconclusive(`no ${this.#resource.name} was created`);
    return this.#object;
  }

  #step(operation: OperationId, options: StepOptions, act: () => Promise<Json | undefined>): Step {
    const { awaited = false, ...others } = options;
    const object = objectFiredBy(operation);
    const isOwn = object === this.#resource.name;
    let [shown, done]: [Json | undefined, StoredObject | undefined] = [undefined, undefined];
    return {
      type: typeFiredBy(operation, this.#context.target) ?? '',
      resource: isOwn ? this.#resource.setting : settingOf(object),
      awaited,
      ...others,
      act: async () => {
        shown = await act();
        done = this.#object;
      },
      // The answer of an act may carry the id of the document that it was done on.
      id: () => (isOwn ? done?.id : undefined),
      sent: () => undefined,
      named: () => (!isOwn || done?.draft?.label === undefined ? undefined : this.#resource.label),
      shown: () => (isOwn ? sentPart(shown, done?.draft?.body ?? {}, this.#resource) : undefined),
      answered: () => shown,
    };
  }
}

interface StepOptions {
  readonly awaited?: boolean;
  readonly optional?: boolean;
  readonly unissued?: boolean;
}

/** The object that an operation's event type names. */
export function objectFiredBy(operation: OperationId): string {
  return effects[operation]?.fires?.split('.')[0] ?? '';
}

/** The setting for the object that an event type names. */
function settingOf(object: string): string {
  return Object.entries(eventObjects).find(([, name]) => name === object)?.[0] ?? object;
}

/** The shown members that were also sent. The others may not be part of the object. */
export function sentPart(shown: Json | undefined, sent: JsonObject, { token }: Resource): JsonObject {
  const names = Object.keys(sent).filter((name) => name !== token);
  return Object.fromEntries(names.map((name) => [name, memberOf(shown, name) ?? null]));
}

/** The body with the entries of each list repeated this many times. */
function lengthened(body: JsonObject, length: number): JsonObject {
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? Array.from({ length }, () => value).flat() : value,
  ]);
  return Object.fromEntries(entries);
}
