import { createdId } from '../../api/identity.ts';
import { nextPage } from '../../api/paging.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { Coverage } from '../../model/coverage.ts';
import type { Answer, Call, Exchange } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, jsonIn } from '../../model/json.ts';
import type { Company, Target } from '../../model/target.ts';
import { isDeclaredBody, isDeclaredQuery } from './declared.ts';
import { type SentOperation, sentOperations } from './sent-operation.ts';

/** A call that the service answered with a fault of its own, and that may have been right. */
export interface Suspect {
  readonly operation: OperationId;
  readonly company: Company;
  readonly query: string;
  readonly body: JsonObject | undefined;
  readonly hasKey: boolean;
  /** The body of the last write to its object, if it is known. */
  readonly written: JsonObject | undefined;
  readonly answer: Answer;
}

/** The most calls of one form, and the most forms of an operation, that are tried again. */
const MOST_OF_A_FORM = 4;
const MOST_FORMS = 4;
/** The form of a page whose address came from the target. */
const NAMED_PAGE = 'a page';
/** The longest body that is kept. */
const LONGEST_KEPT = 20_000;

/**
 * Whether a status means a fault of the service itself. 501 means that it lacks the operation, 502 to 504 that it is busy or got no answer
 * from another service.
 */
export function isServerFault({ status }: Pick<Answer, 'status'>): boolean {
  return status === 500 || status > 504;
}

/** The calls of a run that match the contract and were answered with a fault, and the forms of calls that the target accepts. */
export class ServerFaults {
  /** How often each operation answered. */
  readonly judged: Coverage = new Coverage();
  /** How often each operation answered with a fault, whatever the call. */
  readonly times: Coverage = new Coverage();
  readonly #read: (call: Call) => SentOperation | undefined;
  /** The forms of calls that were accepted, by operation. */
  readonly #accepted = new Map<OperationId, Set<string>>();
  readonly #suspects = new Map<OperationId, Map<string, Suspect[]>>();
  /** The addresses of next pages that came from the target. */
  readonly #pages = new Set<string>();
  /** The body of the last write to each object. */
  readonly #written = new Map<string, string>();

  constructor(target: Target) {
    this.#read = sentOperations(target);
  }

  note({ call, answer }: Exchange): void {
    const sent = this.#read(call);
    if (sent === undefined || answer === undefined) return;
    this.judged.add(sent.operation);
    if (isSuccess(answer)) this.#noteSuccess(sent, call, answer);
    else if (isServerFault(answer)) this.#noteFault(sent, call, answer);
  }

  /** Whether the operation was ever accepted. */
  isAccepted(operation: OperationId): boolean {
    return this.#accepted.has(operation);
  }

  /**
   * The suspects of an operation with the form of an accepted call, so that only their values can be at fault. All suspects if no call was
   * ever accepted.
   */
  suspects(operation: OperationId): readonly Suspect[] {
    const accepted = this.#accepted.get(operation);
    const forms = [...(this.#suspects.get(operation) ?? [])];
    return forms
      .flatMap(([form, suspects]) => (accepted === undefined || form === NAMED_PAGE || accepted.has(form) ? suspects : []))
      .slice(0, MOST_OF_A_FORM * MOST_FORMS);
  }

  #noteSuccess(sent: SentOperation, call: Call, answer: Answer): void {
    const { operation } = sent;
    const accepted = this.#accepted.get(operation) ?? new Set();
    this.#accepted.set(operation, accepted.add(formOf(sent, bodyOf(call))));
    const effect = effects[operation];
    if (effect === undefined) return;
    if (effect.kind === 'list') {
      const next = nextPage(call, answer);
      if (next !== undefined) this.#pages.add(next.url);
      return;
    }
    const id = effect.kind === 'create' ? createdId(answer, resources[effect.resource].setting) : sent.id;
    const object = objectOf(sent, id);
    if (object === undefined) return;
    if (effect.kind === 'delete') this.#written.delete(object);
    else if (call.body !== undefined && call.body.length <= LONGEST_KEPT) this.#written.set(object, call.body);
  }

  #noteFault(sent: SentOperation, call: Call, answer: Answer): void {
    const { operation, company, query } = sent;
    this.times.add(operation);
    const body = bodyOf(call);
    const isPage = this.#pages.has(call.url);
    const isRight = isWritten(call) && isDeclaredBody(operation, body) && (isPage || isDeclaredQuery(operation, query));
    if (!isRight || company === undefined || (body !== undefined && !isObject(body))) return;
    const forms = this.#suspects.get(operation) ?? new Map<string, Suspect[]>();
    this.#suspects.set(operation, forms);
    const form = isPage ? NAMED_PAGE : formOf(sent, body);
    const known = forms.get(form) ?? [];
    // The first and the last calls are kept: those between may be like the first.
    const kept = known.length < MOST_OF_A_FORM ? known : known.filter((_one, index) => index !== MOST_OF_A_FORM / 2);
    const hasKey = call.headers.some(([name]) => name.toLowerCase() === 'idempotency-key');
    const written = jsonIn(this.#written.get(objectOf(sent, sent.id) ?? ''));
    forms.set(form, [...kept, { operation, company, query, body, hasKey, written: isObject(written) ? written : undefined, answer }]);
  }
}

/** A key for an object, whichever operation names it. */
function objectOf({ operation, company }: SentOperation, id: string | undefined): string | undefined {
  const effect = effects[operation];
  return effect === undefined || id === undefined ? undefined : `${company?.id} ${effect.of ?? effect.resource} ${id}`;
}

/** A call without its values: the names of its parameters, and the members of its body with their types. */
function formOf({ query }: SentOperation, body: Json | undefined): string {
  const names = [...new URLSearchParams(query).keys()].toSorted();
  return `${names.join('&')} ${body === undefined ? '' : shapeOf(body)}`;
}

function shapeOf(value: Json): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].toSorted().join()}]`;
  if (!isObject(value)) return value === null ? 'null' : typeof value === 'bigint' ? 'number' : typeof value;
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${shapeOf(value[name] ?? null)}`).join()}}`;
}

/** Whether a call carries its body as JSON, in UTF-8. */
function isWritten({ body, encoding, headers }: Call): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return body === undefined || (encoding === undefined && /^application\/json\b/i.test(type));
}

function bodyOf({ body }: Call): Json | undefined {
  return body === undefined ? undefined : (jsonIn(body) ?? body);
}
