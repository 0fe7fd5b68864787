import type { ClientScenario } from './client-scenario.ts';
import type { ClientTarget } from './client-target.ts';
import type { JudgingContext } from './judging-context.ts';
import type { Script, SeenRequest } from './seen-request.ts';
import type { Company } from './target.ts';
import type { Finding } from './verdict.ts';

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
