import type { Check } from '../../model/check.ts';
import { NOTHING_LEFT } from '../../model/cleanup.ts';
import { askedOperations, type ClientContext, type ClientTarget } from '../../model/client-context.ts';
import { ConfigurationError } from '../../model/configuration-error.ts';
import { type ConformanceResult, type JudgedClient, quoted } from '../../model/result.ts';
import type { RunOptions } from '../../model/run-options.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { judgeRule } from '../judge-rule.ts';
import { leadRun, type RoleRun } from '../lead-run.ts';
import { oneByOne } from '../schedule.ts';
import { type ClientRun, clientSecrets, createClientRun } from './client-run.ts';
import { ExecutionContext } from './execution-context.ts';

/**
 * Judges a client by checks.
 * @throws ConfigurationError if the client cannot be judged as configured
 */
export async function runClientChecks(
  checks: readonly Check<ClientContext>[],
  target: ClientTarget,
  options: RunOptions,
): Promise<ConformanceResult> {
  const failed = new AbortController();
  const run = createClientRun(target, options, failed.signal);
  const roleRun: RoleRun<ClientContext> = {
    role: 'client',
    checks,
    run,
    judged: judgedClient(target),
    preflight: async () => void (await clientPreflight(run)),
    judgeGroup: oneByOne((rule, check) =>
      judgeRule<ExecutionContext>(rule, {
        check: check.run,
        newContext: () => new ExecutionContext(rule.id, run),
        coverage: (called) => {
          const asked = rule.operations.filter((name) => askedOperations.has(name));
          return Object.fromEntries(asked.map((name): [string, number] => [name, called.of(name)]));
        },
        // Each check gives the client the tasks that its rule needs. The client chooses its calls.
        missing: () => [],
      }),
    ),
    secrets: () => clientSecrets(run),
    // Each scripted service is closed after its execution, so nothing is left.
    leave: async () => NOTHING_LEFT,
  };
  return await leadRun(roleRun, options, failed);
}

/** The client as results describe it. */
export function judgedClient({ client, headerWord }: ClientTarget): JudgedClient {
  return { role: 'client', command: typeof client === 'function' ? null : client.map(quoted).join(' '), headerWord };
}

/**
 * Makes sure that the client starts and finds the service. The rules judge whether it works correctly.
 * @returns why it fails at the simplest task; undefined if it does not
 * @throws ConfigurationError
 */
export async function clientPreflight(run: ClientRun): Promise<string | undefined> {
  const context = new ExecutionContext('preflight', run);
  const reason = await context.control('get-articolo').then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Inconclusive) return error.message;
      throw error;
    },
  );
  if (context.requests > 0 || reason === undefined) return reason;
  throw new ConfigurationError(`${reason}; check what it needs to start, and that it calls the addresses in its environment variables.`);
}
