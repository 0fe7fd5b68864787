import type { OperationId } from '../generated/operations.ts';
import type { JudgingContext } from './check-context.ts';
import type { Company } from './target.ts';
import type { Finding } from './verdict.ts';

/** One request of a client, as the scripted service received it. */
export interface SeenRequest {
  /** The operation that matches its method and path. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** The path and query, as sent. */
  readonly path: string;
  /** The value of {companyId} in the path. */
  readonly companyId: string | undefined;
  /** Names and values, as sent and in this order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The bearer token. */
  readonly token: string | undefined;
  readonly key: string | undefined;
  /** When it had arrived completely, in milliseconds of the run's own clock. */
  readonly arrivedAt: number;
  /** The status of the answer; undefined if the answer is lost. */
  readonly status: number | undefined;
  /** Just before the answer was sent or the connection was cut, by the same clock. */
  readonly answeredAt: number;
}

/** What the service does with a request instead of answering it correctly. */
export type Reaction =
  /** A different answer, and no effect. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string; readonly afterMs?: number }
  /** The connection ends: before the effect, after it, or in the middle of the correct answer. */
  | { readonly cut: 'before the effect' | 'after the effect' | 'in the answer' }
  /** Silence for this time, then the connection ends. The request has no effect. */
  | { readonly silentForMs: number }
  /** The correct answer, but late. */
  | { readonly lateByMs: number };

/** What the service does wrong in one execution. */
export interface Script {
  /** Describes the script. It is the end of a sentence. */
  readonly what: string;
  /** Undefined for a correct answer. @param before the earlier requests, each with the status that it got or will get */
  readonly react: (request: SeenRequest, before: readonly SeenRequest[]) => Reaction | undefined;
}

export type ClientScenario =
  | 'list-companies'
  | 'get-articolo'
  | 'get-articolo-other'
  | 'create-anagrafica'
  | 'create-two'
  | 'update-webhook'
  | 'delete-webhook'
  | 'parallel-reads';

/** The operations that each task of a client needs. */
const operationsOf: Readonly<Record<ClientScenario, readonly OperationId[]>> = {
  'list-companies': ['listAzienda'],
  'get-articolo': ['getArticolo'],
  'get-articolo-other': ['getArticolo'],
  'create-anagrafica': ['createAnagrafica'],
  'create-two': ['createAnagrafica'],
  'update-webhook': ['getWebhook', 'updateWebhook'],
  'delete-webhook': ['deleteWebhook'],
  'parallel-reads': ['getArticolo'],
};

export const clientScenarios: readonly ClientScenario[] = Object.keys(operationsOf) as ClientScenario[];

/** All operations that a client is ever asked to call, including authenticate. */
export const askedOperations: ReadonlySet<string> = new Set(['authenticate', ...Object.values(operationsOf).flat()]);

/** The environment variables that tell a client about the service and its task. */
export type ClientEnvironment = Readonly<Record<ClientVariable, string>>;

/** The names of a client's environment variables. */
export type ClientVariable =
  | 'CONFORMANCE_ADMIN_URL'
  | 'CONFORMANCE_CUSTOMER_URL'
  | 'CONFORMANCE_VERSION'
  | 'CONFORMANCE_HEADER_WORD'
  | 'CONFORMANCE_USERNAME'
  | 'CONFORMANCE_PASSWORD'
  | 'CONFORMANCE_API_KEY'
  | 'CONFORMANCE_APPLICATION_ID'
  | 'CONFORMANCE_COMPANY_ID'
  | 'CONFORMANCE_LICENSE_KEY'
  | 'CONFORMANCE_OTHER_COMPANY_ID'
  | 'CONFORMANCE_OTHER_LICENSE_KEY'
  | 'CONFORMANCE_OBJECT_ID'
  | 'CONFORMANCE_NOME'
  | 'CONFORMANCE_DEADLINE_MS'
  | 'CONFORMANCE_SCENARIO';

/** A client in this process. It resolves if the operation succeeded and rejects if it failed. It should stop when the signal is aborted. */
export type ClientFunction = (environment: ClientEnvironment, signal: AbortSignal) => Promise<void>;

/** Everything the suite knows about a client that it judges. */
export interface ClientTarget {
  /** A command with its arguments, or a function. */
  readonly client: readonly string[] | ClientFunction;
  /** The product word in header names. */
  readonly headerWord: string;
  /** How long an execution may take before it counts as hanging. */
  readonly scenarioTimeoutMs: number;
}

/** The settings that the client gets, and the data of the service, in one execution. */
export interface ExecutionSettings {
  readonly userName: string;
  readonly password: string;
  readonly companies: readonly [Company, Company];
  /** The id of the stock item or the webhook. */
  readonly objectId: string;
  readonly nome: string;
  readonly deadlineMs: number;
  /** The ConcurrencyToken of the webhook when the client reads it. */
  readonly concurrencyToken: number;
  /** The path between the host and `/api` in each address. */
  readonly adminPath: string;
  readonly customerPath: string;
  /** The end of each token. A unique text comes before it. */
  readonly tokenEnd: string;
  /** What the answer to authenticate contains besides the token. */
  readonly login: { readonly headerName: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

/** One task for the client, and what the service does wrong meanwhile. */
export interface Assignment extends Partial<ExecutionSettings> {
  readonly scenario: ClientScenario;
  readonly script?: Script;
}

/** What the client did in one execution. */
export interface Execution {
  readonly scenario: ClientScenario;
  readonly settings: ExecutionSettings;
  readonly requests: readonly SeenRequest[];
  /** Whether the client reported success. */
  readonly succeeded: boolean;
  /** How it ended, in words. */
  readonly ended: string;
}

/** What the check of a client's rule works with: it gives the client a task, and judges what the client sent and how it ended. */
export interface ClientContext extends JudgingContext {
  readonly target: ClientTarget;
  readonly apiKey: string;
  readonly applicationId: string;
  /** Whether this run has issued the token to the client. */
  isIssued(token: string): boolean;
  /** Starts the client once. A client that does not end, or never stops sending, is stopped and fails the rule. */
  execute(assignment: Assignment): Promise<Execution>;
  /** One judgement. A failure shows the requests of the execution. */
  judgeExecution(execution: Execution, holds: boolean, finding: Finding): void;
  /** Makes sure, once a run, that the client can do this if nothing goes wrong. @throws Inconclusive if it cannot */
  control(scenario: ClientScenario): Promise<void>;
}
