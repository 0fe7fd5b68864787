import { createdId, objectOf } from '../api/identity.ts';
import { isServed, settingOf } from '../api/requests.ts';
import { webhookBody } from '../api/webhook-body.ts';
import { type OperationId, operations } from '../generated/operations.ts';
import { type BodySetting, type Effect, effects, type ResourceName, resources } from '../generated/resources.ts';
import { header, isSuccess, json } from '../http/answer.ts';
import type { Answer, Call } from '../model/exchange.ts';
import { identifier, isObject, type JsonObject, memberOf, sameJson } from '../model/json.ts';
import { CONTACT_PLACEHOLDER } from '../model/target.ts';
import type { RuleContext } from './rule-context.ts';

/** Ids that no object has. */
const NO_ID = '1999999973';
const NO_GUID = '00000000-0000-4000-8000-000000000007';

/** An object that this inspection created. */
interface OwnObject {
  readonly id: string;
  readonly body: JsonObject;
  readonly shown: JsonObject;
}

/** Creations come before reads of the object, and deletions after everything that needs it. */
const inOrder: readonly OperationId[] = Object.values(resources)
  .flatMap(({ acts, operations: { list, create, read, update, delete: remove } }) => [[list, create, read, update, ...acts], [remove]])
  .toSorted((one, other) => other.length - one.length)
  .flat()
  .filter((operation) => operation !== undefined);

/**
 * Looks for the operations whose paths the source does not give, at the contract's paths. An operation is absent if it answers "not found"
 * for an unknown id and for an existing object. The unknown id comes first, because it changes nothing. Configured paths are not tested.
 */
export class AbsentOperations {
  readonly #context: RuleContext;
  /** The target's answer for an object that does not exist. */
  #noObject: Promise<Answer> | undefined;
  readonly #answers = new Map<OperationId, Promise<Answer | undefined>>();
  readonly #own = new Map<ResourceName, Promise<OwnObject | undefined>>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** Returns the operations that the target lacks. From here on they count as configured absent. */
  async look(): Promise<readonly OperationId[]> {
    const absent: OperationId[] = [];
    for (const operation of inOrder) {
      if (!this.#isLookedFor(operation) || !(await this.#isAbsent(operation))) continue;
      absent.push(operation);
      this.#lack(operation);
    }
    return absent;
  }

  #lack(operation: OperationId): void {
    const setting = settingOf(operation);
    if (setting !== undefined) Object.assign(this.#context.target.surface, { [setting]: null });
  }

  #isLookedFor(operation: OperationId): boolean {
    const setting = settingOf(operation);
    const path = setting && this.#context.target.surface[setting];
    const named = (template: string): string =>
      template.replaceAll(/\{(\w+)\}/g, (whole, name) => (['version', 'companyId'].includes(name) ? whole : '{id}'));
    return typeof path === 'string' && named(path) === named(operations[operation].path);
  }

  async #isAbsent(operation: OperationId): Promise<boolean> {
    const effect = effects[operation];
    if (effect === undefined || !(await this.#isUnknown(operation, effect))) return false;
    const answer = await this.#tried(operation, effect);
    return answer === undefined || isNotThere(answer);
  }

  /** The answer to a correct call; undefined if the object that it needs cannot be created. */
  #tried(operation: OperationId, effect: Effect): Promise<Answer | undefined> {
    const known = this.#answers.get(operation) ?? this.#rightCall(operation, effect).then((call) => call && this.#context.send(call));
    this.#answers.set(operation, known);
    return known;
  }

  /** Whether the operation answers "not found" without an object, or for an id that no object has. */
  async #isUnknown(operation: OperationId, { kind, resource, of = resource }: Effect): Promise<boolean> {
    const [company] = this.#context.target.companies;
    const id = of === 'Evento' ? NO_GUID : NO_ID;
    const api = await this.#context.api();
    const hasObject = kind !== 'list' && kind !== 'create';
    const call = api.call(operation, { company, ...(hasObject && { id }), ...((kind === 'create' || kind === 'update') && { body: {} }) });
    const answer = await this.#context.send(call);
    if (!isNotThere(answer) || !hasObject || answer.status !== 404) return isNotThere(answer);
    // A target that answers differently for an unknown object than for an unknown path or method has looked for the object.
    this.#noObject ??= this.#context.send(api.call('getArticolo', { company, id: NO_ID }));
    if (!isAlike(answer, await this.#noObject) || isAlike(answer, await this.#context.send(elsewhere(call)))) return true;
    return isAlike(answer, await this.#context.send({ ...call, method: 'PATCH' }));
  }

  async #rightCall(operation: OperationId, { kind, resource, of = resource, after }: Effect): Promise<Call | undefined> {
    if (kind === 'list') return undefined;
    const [company] = this.#context.target.companies;
    const api = await this.#context.api();
    if (kind === 'create') {
      const body = await this.#bodyOf(resource);
      return body && api.call(operation, { company, body });
    }
    if (after !== undefined && !(await this.#isDone(after))) return undefined;
    const own = await this.#ownObject(of);
    if (own === undefined) return undefined;
    const { token = '' } = resources[resource];
    const guard = memberOf(own.shown, token);
    const change = { ...own.body, ...(guard !== undefined && { [token]: guard }) };
    return api.call(operation, { company, id: own.id, ...(kind === 'update' && { body: change }) });
  }

  /** Whether the act that must come first was done on the inspection's object. */
  async #isDone(act: OperationId): Promise<boolean> {
    const effect = effects[act];
    if (effect === undefined || !isServed(this.#context, act)) return false;
    const answer = await this.#tried(act, effect);
    return answer !== undefined && isSuccess(answer);
  }

  #ownObject(name: ResourceName): Promise<OwnObject | undefined> {
    const known = this.#own.get(name) ?? this.#created(name);
    this.#own.set(name, known);
    return known;
  }

  async #created(name: ResourceName): Promise<OwnObject | undefined> {
    const { create } = resources[name].operations;
    const body = create && (await this.#bodyOf(name));
    if (create === undefined || body === undefined || !isServed(this.#context, create)) return undefined;
    const [company] = this.#context.target.companies;
    const answer = await this.#context.send((await this.#context.api()).call(create, { company, body }));
    const id = isSuccess(answer) ? createdId(answer, resources[name].setting) : undefined;
    const shown = objectOf(answer, 'id');
    return id === undefined ? undefined : { id, body, shown: isObject(shown) ? shown : {} };
  }

  /** A body that creates an object; undefined if an object that it refers to cannot be created. */
  async #bodyOf(name: ResourceName): Promise<JsonObject | undefined> {
    const { target, run, rule } = this.#context;
    const [company] = target.companies;
    if (name === 'webhook') {
      const { endpoint, url } = await run.webhooks.open(rule);
      return webhookBody(company, url, endpoint.name, [`${target.surface.eventObjects.anagrafica}.Delete`]);
    }
    const { setting, label } = resources[name];
    const body = target.surface.bodies[setting as BodySetting] as JsonObject;
    if (name !== 'Documento') return { ...body, ...(label !== undefined && { [label]: this.#context.fresh() }) };
    if (body.anagraficaId !== CONTACT_PLACEHOLDER) return body;
    const buyer = await this.#ownObject('Anagrafica');
    return buyer && { ...body, anagraficaId: identifier(buyer.id) };
  }
}

/** Whether the answer is the one for an unknown path or method. */
function isNotThere({ status }: Answer): boolean {
  return [404, 405, 501].includes(status);
}

/** The same call at a similar path that does not exist. */
function elsewhere(call: Call): Call {
  const { operation: _none, subject: _nobody, ...rest } = call;
  return { ...rest, url: call.url.replace(/^(.*\/api\/[^/]+\/[^/]+\/)([^/?]+)/, '$1$2-conformance') };
}

/** Whether two answers are equal apart from what depends on the call: a page, or an object with the same members, titles and codes. */
function isAlike(left: Answer, right: Answer): boolean {
  const typeOf = (answer: Answer): string | undefined => header(answer, 'Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (left.status !== right.status || typeOf(left) !== typeOf(right)) return false;
  const [one, other] = [json(left), json(right)];
  if (!isObject(one) || !isObject(other)) return isObject(one) === isObject(other);
  const names = Object.keys(one).toSorted();
  const said = ['type', 'title', 'code', 'error'];
  return sameJson(names, Object.keys(other).toSorted()) && said.every((name) => sameJson(one[name] ?? null, other[name] ?? null));
}
