import type { Contract, Operation } from '../model/contract.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { tableLiteral, unionAlias, unionType } from './literal.ts';

/** Whether the table names the rules of each operation. A client does not need them, and they would make it larger. */
export interface OperationsOptions {
  readonly rules: boolean;
}

/** operations.ts: the table of operations, in the order of their ids. */
export function operationsEmitter(options: OperationsOptions): Emitter {
  return {
    artefact: 'operations',
    async emit(contract) {
      const source = header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer);
      return [{ name: 'operations.ts', content: source + types(contract, options) + table(contract, options) }];
    },
  };
}

function types({ operations }: Contract, { rules }: OperationsOptions): string {
  const methods = unionType([...new Set(operations.map(({ method }) => method))].sort());
  const judged = `  /** The rules that bind it. */
  readonly rules: readonly string[];
  /** Whether the source states the operation, or we chose it. */
  readonly level: 'stated' | 'chosen';
  /** There when it is deprecated: since which day, and from which day on it may be gone. */
  readonly deprecation?: {
    /** The day, \`YYYY-MM-DD\`, since which it is deprecated. */
    readonly since: string;
    /** The day, \`YYYY-MM-DD\`, from which on it may be gone. */
    readonly sunset: string;
    /** What to use in its place, as a sentence. */
    readonly instead: string;
  };
`;
  return `/** The operations of both APIs by their operationId. */
${unionAlias(
  'OperationId',
  operations.map(({ id }) => id),
)}
/** What must be known of an operation to route it, to call it and to judge it. */
export interface Operation {
  /** Its operationId, which also names the method of the client and the handler of the server. */
  readonly id: OperationId;
  /** The API that has it. */
  readonly api: 'admin' | 'customer';
  /** The HTTP method. */
  readonly method: ${methods};
  /** The path from \`/api\` on, with \`{name}\` for each parameter. */
  readonly path: string;
${rules ? judged : ''}  /** Needs a bearer token. */
  readonly token: boolean;
  /** Needs a license key. */
  readonly license: boolean;
  /** Acts on the company in its path. */
  readonly company: boolean;
  /** Accepts an Idempotency-Key. */
  readonly acceptsKey: boolean;
  /** Its body holds a ConcurrencyToken. */
  readonly concurrency: boolean;
  /** The status of its success. */
  readonly successStatus: number;
}

`;
}

function table({ operations }: Contract, options: OperationsOptions): string {
  const rows = Object.fromEntries(operations.map((operation) => [operation.id, row(operation, options)]));
  return `/** What the contract says of each operation, by its operationId. */
export const operations: { readonly [Id in OperationId]: Operation & { readonly id: Id } } = ${tableLiteral(rows)};
`;
}

function row(operation: Operation, options: OperationsOptions): Readonly<Record<string, unknown>> {
  const { id, api, method, path, rules, level, deprecation, token, license, company, acceptsKey, concurrency, answers } = operation;
  const deprecated = deprecation === undefined ? {} : { deprecation };
  const judged = options.rules ? { rules, level, ...deprecated } : {};
  const successStatus = Math.min(...answers.map(({ status }) => status));
  return { id, api, method, path, ...judged, token, license, company, acceptsKey, concurrency, successStatus };
}
