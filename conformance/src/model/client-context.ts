import type { ClientScenario } from './client-scenario.ts';
import type { ClientTarget } from './client-target.ts';
import type { JudgingContext } from './judging-context.ts';
import type { Script, SeenRequest } from './seen-request.ts';
import type { Company } from './target.ts';
import type { Finding } from './verdict.ts';

/** What a client is told, and what the service has for it, in one execution. */
export interface ExecutionSettings {
  readonly userName: string;
  readonly password: string;
  readonly companies: readonly [Company, Company];
  /** Of the stock item or the webhook. */
  readonly objectId: string;
  readonly nome: string;
  readonly deadlineMs: number;
  /** Of the webhook when it is read. */
  readonly concurrencyToken: number;
  /** What stands between the host and `/api` in both addresses. */
  readonly adminPath: string;
  readonly customerPath: string;
  /** How a token is written, with something unique in front of it. */
  readonly tokenEnd: string;
  /** What an authenticate answers beside the token. */
  readonly login: { readonly headerName: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

/** What a client is asked to do once, and what the service does wrongly meanwhile. */
export interface Assignment extends Partial<ExecutionSettings> {
  readonly scenario: ClientScenario;
  readonly script?: Script;
}

/** What the client did. */
export interface Execution {
  readonly scenario: ClientScenario;
  readonly settings: ExecutionSettings;
  readonly requests: readonly SeenRequest[];
  /** Whether it said that the operation succeeded. */
  readonly succeeded: boolean;
  /** How it ended, in words. */
  readonly ended: string;
}

/** What the check of a client's rule works with: it has the client do something, and judges what it sent and how it ended. */
export interface ClientContext extends JudgingContext {
  readonly target: ClientTarget;
  readonly apiKey: string;
  readonly applicationId: string;
  /** Whether this token was ever given to the client in this run. */
  isIssued(token: string): boolean;
  /** Starts the client once. One that does not end, or sends requests without end, is ended, and fails the rule. */
  execute(assignment: Assignment): Promise<Execution>;
  /** One judgement: its failure shows the requests of the execution. */
  judgeExecution(execution: Execution, holds: boolean, finding: Finding): void;
  /** Sees that the client does this where nothing goes wrong; asked once a run. @throws Inconclusive if it does not */
  control(scenario: ClientScenario): Promise<void>;
}
