import { VERSION } from '../../generated/api-version.ts';
import type {
  Assignment,
  ClientContext,
  ClientEnvironment,
  ClientScenario,
  ClientTarget,
  Execution,
  ExecutionSettings,
} from '../../model/client-context.ts';
import { Failure, type Finding, Inconclusive } from '../../model/verdict.ts';
import { startScriptedService } from '../../scripted-service/scripted-service.ts';
import { Reasons } from '../evidence.ts';
import { Judging } from '../judging.ts';
import type { ClientRun } from './client-run.ts';
import { startClient } from './start-client.ts';

/** How long a client may try, unless the scenario says otherwise. Longer than any wait that a script asks for. */
const DEADLINE_MS = 10_000;
/** The most requests of one execution that a failure shows. */
const MOST_SHOWN = 40;

/** One execution, and why the suite stopped it if it did not end by itself. */
interface Started {
  readonly execution: Execution;
  readonly hung: string | undefined;
}

/** Judges one rule of a client: starts the client, and remembers what each execution sent. */
export class ExecutionContext extends Judging<ClientRun> implements ClientContext {
  readonly target: ClientTarget;
  readonly apiKey: string;
  readonly applicationId: string;
  readonly #shown = new WeakMap<Execution, Reasons>();

  constructor(rule: string, run: ClientRun) {
    super(rule, run);
    this.target = run.target;
    this.apiKey = run.apiKey;
    this.applicationId = run.applicationId;
  }

  isIssued(token: string): boolean {
    return this.run.tokens.has(token);
  }

  async execute(assignment: Assignment): Promise<Execution> {
    const started = await this.#start(assignment);
    const { execution, hung } = started;
    if (execution.requests.length === 0) throw sendsNothing(started);
    if (hung === undefined) return execution;
    const { scenarioTimeoutMs } = this.target;
    throw this.#failureOf(execution, {
      message: `The client must finish${assignment.script === undefined ? '' : ` when ${assignment.script.what}`} (${assignment.scenario}).`,
      expected: `finished within ${scenarioTimeoutMs / 1000} s (--scenario-timeout)`,
      actual: hung,
    });
  }

  judgeExecution(execution: Execution, holds: boolean, finding: Finding): void {
    this.judgements += 1;
    if (!holds) throw this.#failureOf(execution, finding);
  }

  async control(scenario: ClientScenario): Promise<void> {
    const { controls } = this.run;
    const known = controls.get(scenario) ?? this.#control(scenario);
    controls.set(scenario, known);
    await known;
  }

  async #control(scenario: ClientScenario): Promise<void> {
    const started = await this.#start({ scenario });
    const { execution, hung } = started;
    if (execution.requests.length === 0) throw sendsNothing(started);
    if (execution.succeeded) return;
    throw new Inconclusive(`the client does not do ${scenario} even if nothing goes wrong (${hung ?? execution.ended})`);
  }

  async #start(assignment: Assignment): Promise<Started> {
    const { run, target } = this;
    run.signal.throwIfAborted();
    const { scenario, script, ...chosen } = assignment;
    const settings: ExecutionSettings = { ...this.#usualSettings(), ...chosen };
    for (const { id, licenseKey } of settings.companies) run.licenseKeys.set(licenseKey, id);
    const shown = new Reasons();
    const service = await startScriptedService({
      settings,
      version: VERSION,
      script,
      newToken: () => {
        const token = `${run.runName.slice(-8)}${String(run.tokens.size).padStart(5, '0')}${settings.tokenEnd}`;
        run.tokens.add(token);
        return token;
      },
      isIssued: (token) => run.tokens.has(token),
      onExchange: (exchange, scripted) => {
        this.requests += 1;
        const { size } = shown;
        if (size < MOST_SHOWN) shown.pin(exchange, scripted ? 'the script decided this answer' : 'the client sent it');
        if (exchange.call.operation !== undefined) this.coverage.add(exchange.call.operation);
        this.remember(exchange);
      },
    });
    const tooLong = AbortSignal.timeout(target.scenarioTimeoutMs);
    const signal = AbortSignal.any([run.signal, tooLong, service.overrun]);
    try {
      const { adminUrl, customerUrl } = service;
      const ending = await startClient(target, this.#environment(scenario, settings, { adminUrl, customerUrl }), signal);
      run.signal.throwIfAborted();
      const execution: Execution = { scenario, settings, requests: [...service.requests], ...ending };
      this.#shown.set(execution, shown);
      const repeats = service.overrun.aborted ? `it sent more than ${service.requests.length} requests, and was stopped` : undefined;
      const hung =
        repeats ?? (tooLong.aborted ? `it was still running after ${target.scenarioTimeoutMs / 1000} s, and was stopped` : undefined);
      return { execution, hung };
    } finally {
      await service.close();
    }
  }

  #usualSettings(): ExecutionSettings {
    const { companies, password, runName } = this.run;
    return {
      userName: runName,
      password,
      companies,
      objectId: '7',
      nome: `${runName} Bianchi`,
      deadlineMs: DEADLINE_MS,
      concurrencyToken: 5,
      adminPath: '',
      customerPath: '',
      tokenEnd: 'aZ3fK9-mQ7_xT2vB6nL0sD4g',
      login: { headerName: 'X-Token', headers: {}, body: '' },
    };
  }

  #environment(
    scenario: ClientScenario,
    settings: ExecutionSettings,
    { adminUrl, customerUrl }: { readonly adminUrl: string; readonly customerUrl: string },
  ): ClientEnvironment {
    const [company, other] = settings.companies;
    return {
      CONFORMANCE_ADMIN_URL: adminUrl,
      CONFORMANCE_CUSTOMER_URL: customerUrl,
      CONFORMANCE_VERSION: VERSION,
      CONFORMANCE_HEADER_WORD: this.target.headerWord,
      CONFORMANCE_USERNAME: settings.userName,
      CONFORMANCE_PASSWORD: settings.password,
      CONFORMANCE_API_KEY: this.apiKey,
      CONFORMANCE_APPLICATION_ID: this.applicationId,
      CONFORMANCE_COMPANY_ID: company.id,
      CONFORMANCE_LICENSE_KEY: company.licenseKey,
      CONFORMANCE_OTHER_COMPANY_ID: other.id,
      CONFORMANCE_OTHER_LICENSE_KEY: other.licenseKey,
      CONFORMANCE_OBJECT_ID: settings.objectId,
      CONFORMANCE_NOME: settings.nome,
      CONFORMANCE_DEADLINE_MS: String(settings.deadlineMs),
      CONFORMANCE_SCENARIO: scenario,
    };
  }

  #failureOf(execution: Execution, finding: Finding): Failure {
    return new Failure(finding, { exchanges: this.#shown.get(execution)?.shown() ?? [], deliveries: [], clockMoved: false });
  }
}

/** A client that sends nothing did nothing, whatever its exit status. */
function sendsNothing({ execution, hung }: Started): Inconclusive {
  return new Inconclusive(`the client sends no request for ${execution.scenario} (${hung ?? execution.ended})`);
}
