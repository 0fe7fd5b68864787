import { operations } from '../generated/operations.ts';
import { type Problem, type ProblemCode, problems } from '../generated/problems.ts';
import { effects, type ResourceName, resources } from '../generated/resources.ts';
import type { ExecutionSettings, SeenRequest } from '../model/client-context.ts';
import { identifier, isObject, type Json, type JsonObject, jsonIn, writeJson } from '../model/json.ts';
import type { Route } from './route.ts';

/** An answer as it is sent. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers requests as the contract says. It accepts any API key and license key, because separate rules judge those. */
export class RightAnswers {
  readonly #settings: ExecutionSettings;
  readonly #newToken: () => string;
  readonly #isIssued: (token: string) => boolean;
  /** The first request with each key, and its answer. */
  readonly #stored = new Map<string, { readonly request: SeenRequest; readonly answer: WrittenAnswer }>();
  #created = 0;

  constructor(settings: ExecutionSettings, newToken: () => string, isIssued: (token: string) => boolean) {
    this.#settings = settings;
    this.#newToken = newToken;
    this.#isIssued = isIssued;
  }

  /** @param before the earlier requests */
  answer(request: SeenRequest, route: Route | undefined, before: readonly SeenRequest[]): WrittenAnswer {
    if (route === undefined) return problem('route-not-found');
    if (route.operation === 'authenticate') return this.#login();
    if (request.token === undefined || !this.#isIssued(request.token))
      return problem(request.token === undefined ? 'token-missing' : 'token-invalid');
    const { key } = request;
    if (key === undefined || !operations[route.operation].acceptsKey) return this.#effect(request, route, before);
    const stored = this.#stored.get(key);
    if (stored === undefined) {
      const answer = this.#effect(request, route, before);
      this.#stored.set(key, { request, answer });
      return answer;
    }
    const isSame = stored.request.method === request.method && stored.request.path === request.path && stored.request.body === request.body;
    return isSame
      ? { ...stored.answer, headers: { ...stored.answer.headers, 'Idempotent-Replayed': 'true' } }
      : problem('idempotency-mismatch');
  }

  #login(): WrittenAnswer {
    const { headerName, headers, body } = this.#settings.login;
    return { status: operations.authenticate.successStatus, headers: { [headerName]: this.#newToken(), ...headers }, body };
  }

  #effect(request: SeenRequest, { operation, id }: Route, before: readonly SeenRequest[]): WrittenAnswer {
    const { successStatus: status } = operations[operation];
    const effect = effects[operation];
    if (effect === undefined || effect.kind === 'delete') return { status, headers: {}, body: '' };
    if (effect.kind === 'list')
      return json(status, effect.resource === 'Azienda' ? this.#companies() : [this.#object(effect.resource, undefined, before)]);
    if (effect.kind !== 'create') return json(status, { ...this.#object(effect.resource, id, before), ...written(request) });
    this.#created += 1;
    const created = String(40 + this.#created);
    const location = { Location: `${request.path.split('?')[0]}/${created}` };
    return json(status, { ...this.#object(effect.resource, created, before), ...written(request) }, location);
  }

  #companies(): Json {
    return this.#settings.companies.map(({ id }) => ({ id: identifier(id), nome: `Azienda ${id}` }));
  }

  #object(resource: ResourceName, id: string | undefined, before: readonly SeenRequest[]): JsonObject {
    const { objectId, concurrencyToken } = this.#settings;
    // After a refusal for a stale token, the client reads another one.
    const stale = before.filter(({ status, method }) => status === 422 && method === 'PUT').length;
    const token = concurrencyToken + (stale > 0 && concurrencyToken < Number.MAX_SAFE_INTEGER ? stale : -stale);
    return { ...resources[resource].shown, id: identifier(id ?? objectId), concurrencyToken: token };
  }
}

/** The members of a body, with their names as in answers. The service sets ids and tokens itself. */
function written({ body }: SeenRequest): JsonObject {
  const sent = jsonIn(body);
  if (!isObject(sent)) return {};
  const entries = Object.entries(sent).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value] as const);
  return Object.fromEntries(entries.filter(([name]) => name !== 'id' && name !== 'concurrencyToken'));
}

function json(status: number, value: Json, headers: Readonly<Record<string, string>> = {}): WrittenAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: writeJson(value) };
}

/** A refusal in the contract's format (D-01). */
export function problem(code: ProblemCode, headers: Readonly<Record<string, string>> = {}): WrittenAnswer {
  const { status, title }: Problem = problems[code];
  const body = JSON.stringify({ type: 'about:blank', title, status, code });
  return { status, headers: { 'Content-Type': 'application/problem+json', ...headers }, body };
}
