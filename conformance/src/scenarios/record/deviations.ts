import { type DeclaredAnswer, declaredMessages } from '../../generated/message-schemas.ts';
import type { OperationId } from '../../generated/operations.ts';
import { header, isReplayed, isUnread } from '../../http/answer.ts';
import { Coverage } from '../../model/coverage.ts';
import type { Answer, Exchange } from '../../model/exchange.ts';
import type { Target } from '../../model/target.ts';
import { schemaFault } from './declared.ts';
import { type SentOperation, sentOperations } from './sent-operation.ts';

/** One way in which answers of an operation differ from the contract. */
export interface Deviation {
  readonly operation: OperationId;
  readonly status: number;
  readonly what: string;
  /** The first such answer. */
  readonly answer: Answer;
  readonly times: number;
}

/** The most deviations that are kept. A failure names a few. */
const MOST_KEPT = 100;

/** The deviations from the contract in the answers of a run. */
export class Deviations {
  /** How often each operation answered with a status that the contract declares. */
  readonly judged: Coverage = new Coverage();
  /** How often each operation answered with a stored response. */
  readonly replayed: Coverage = new Coverage();
  readonly #read: (call: Exchange['call']) => SentOperation | undefined;
  readonly #found = new Map<string, Deviation>();

  constructor(target: Target) {
    this.#read = sentOperations(target);
  }

  /** In the order of the operations. */
  get found(): readonly Deviation[] {
    return [...this.#found.values()].toSorted((one, other) => one.operation.localeCompare(other.operation) || one.status - other.status);
  }

  note({ call, answer }: Exchange): void {
    const sent = this.#read(call);
    // A proxy in front of the service may answer in its place.
    if (sent === undefined || answer === undefined || isUnread(answer)) return;
    const { operation } = sent;
    const { status } = answer;
    const declared = declaredMessages[operation].answers[status];
    if (declared === undefined) return;
    this.judged.add(operation);
    if (isReplayed(answer)) this.replayed.add(operation);
    for (const what of deviationsOf(answer, declared)) this.#keep({ operation, status, what, answer, times: 1 });
  }

  #keep(one: Deviation): void {
    // All entries of a list count as one place.
    const key = `${one.operation} ${one.status} ${one.what.replaceAll(/\/\d+/g, '/*')}`;
    const known = this.#found.get(key);
    if (known !== undefined) this.#found.set(key, { ...known, times: known.times + 1 });
    else if (this.#found.size < MOST_KEPT) this.#found.set(key, one);
  }
}

function deviationsOf(answer: Answer, { headers, mediaType, schema }: DeclaredAnswer): readonly string[] {
  const missing = headers.filter((name) => (header(answer, name) ?? '').trim() === '').map((name) => `the header ${name} is missing`);
  if (mediaType === undefined) return missing;
  const [type = ''] = (header(answer, 'Content-Type') ?? '').split(';');
  const isOther = type.trim().toLowerCase() !== mediaType;
  const other = isOther ? [`the content type is ${type.trim() || 'missing'} and not ${mediaType}`] : [];
  const body = schema === undefined ? undefined : parsed(answer);
  if (schema === undefined || (body === undefined && isOther)) return [...missing, ...other];
  const fault = body === undefined ? { at: '', what: 'is no JSON' } : schemaFault(schema, body.value);
  return [...missing, ...other, ...(fault === undefined ? [] : [`the body at ${fault.at || '/'} ${fault.what}`])];
}

function parsed({ body }: Answer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}
