import { type Command, choiceOf, type Input, InputError, type Program, runProgram, type Terminal } from '#command-line';
import { withoutUserInfo } from '../engine/redact.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { settingsFiles } from '../model/result.ts';
import { printable } from '../report/printable.ts';
import { described, examining, judging, ofAnyRole, type Role, roleOption, roles } from './options.ts';
import type { Streams } from './streams.ts';

/** Runs the command that the arguments name. A mistake in them is reported in one sentence. @returns the exit status */
export async function runCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { out, err } = streams;
  const terminal: Terminal = {
    out: (line) => void out.write(`${line}\n`),
    err: (line) => void err.write(`${printable(withoutUserInfo(line))}\n`),
    env: process.env,
    signal: new AbortController().signal,
  };
  const program = programTo(streams);
  const explain = (error: unknown): string => {
    const message =
      error instanceof ConfigurationError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `${program.name}: ${message}`;
  };
  return await runProgram({ ...program, explain }, args, terminal);
}

const NAME = 'business-cloud-conformance';

const CLIENT_COMMAND = 'COMMAND [ARG...]';
const IF_CLIENT = `[${CLIENT_COMMAND}]`;

/** The program, writing to these streams. Each command loads its modules when it runs, since loading takes longer than most commands. */
export function programTo(streams: Streams): Program {
  return {
    name: NAME,
    manifest: new URL('../../package.json', import.meta.url),
    summary: 'judges services, receivers of webhooks and clients of the Business Management Cloud Service, in any language',
    commands: commandsTo(streams),
  };
}

function commandsTo(streams: Streams): readonly Command[] {
  return [
    {
      name: 'init',
      operands: ['[FILE]'],
      summary: 'write a configuration to fill in',
      options: [roleOption],
      notes: `FILE is where to write it: ${settingsFiles.service} by default, ${settingsFiles.receiver} for a receiver, ${settingsFiles.client} for a client.
It holds every setting, its default and what it is for. A file that exists is never changed.`,
      examples: [`${NAME} init staging.yaml`, `${NAME} init --role receiver`],
      run: async (input) => (await import('./init.ts')).init(input, roleIn(input), streams),
    },
    {
      name: 'doctor',
      rest: IF_CLIENT,
      summary: 'see whether a run can begin, and what to correct',
      options: [roleOption, ...ofAnyRole(examining)],
      notes: `For a service it checks configuration, addresses, credentials, companies, certificate trust and one delivery. It creates
one webhook and one contact, and removes them. If no delivery comes, it also tries a stock item and a document. For a
receiver it checks the answers to a valid and to an invalid delivery, the effects and the clock. For a client it checks
that the client starts, and does each scenario.

Exit status: 0 a run can begin, 2 something has to be corrected, or could not be checked.`,
      examples: [
        `${NAME} doctor --config staging.yaml`,
        `${NAME} doctor --role receiver --target http://127.0.0.1:8080/webhook --secret whsec_1234`,
        `${NAME} doctor --role client -- python3 client.py`,
      ],
      run: async (input) => {
        const role = roleIn(input);
        requireOfRole(input, role, [roleOption, ...examining[role]]);
        return (await import('./doctor.ts')).doctor(input, role, streams);
      },
    },
    {
      name: 'service',
      summary: 'judge a service',
      options: judging.service,
      notes: `Exit status:
  0  the target conforms. Every rule of the profile was judged and holds, or the configuration says what the target lacks.
  1  it does not conform.
  2  the run could not tell: configuration, unreachable target, anything inconclusive.

Ctrl-C stops the run and removes what it created. A second Ctrl-C ends the removal too. Once every rule is judged, the
first Ctrl-C does.`,
      examples: [
        `${NAME} service --config conformance.yaml`,
        `${NAME} service --rule 'AUTH-*' --rule HDR-05 --reporter console --reporter html=report.html`,
        `${NAME} service --config staging.yaml --target https://staging.example.com --budget thorough --rate 50`,
      ],
      run: async (input) => (await import('./judge.ts')).judgeService(input, streams),
    },
    {
      name: 'receiver',
      summary: 'judge a receiver of webhooks',
      options: judging.receiver,
      notes: `It sends valid and invalid deliveries, and reads the answers: 2xx means accepted, anything else means refused.

Exit status: 0 the receiver conforms, 1 it does not, 2 the run could not tell (configuration, unreachable receiver,
nothing applicable). Ctrl-C stops the run.`,
      examples: [
        `${NAME} receiver --target http://127.0.0.1:8080/webhook --secret whsec_1234`,
        `${NAME} receiver --target https://localhost:8443/hook --ca-file ca.pem --secret "$SECRET" --effects http://127.0.0.1:8081/effects`,
        `${NAME} receiver --config receiver.yaml --rule 'RCV-0*' --budget quick --reporter html=report.html`,
      ],
      run: async (input) => (await import('./judge.ts')).judgeReceiver(input, streams),
    },
    {
      name: 'client',
      rest: CLIENT_COMMAND,
      summary: 'judge a client of the API',
      options: judging.client,
      notes: `It starts COMMAND many times, without a shell, against a made-up service on loopback, which refuses, waits and breaks
connections. It judges the requests and the exit status. COMMAND does what CONFORMANCE_SCENARIO says, at
CONFORMANCE_ADMIN_URL and CONFORMANCE_CUSTOMER_URL. It exits with 0 if that succeeded, and with another status if it
ended in an error. The scenarios and the other variables are listed in
https://github.com/business-cloud/business-cloud/blob/main/docs/conformance/clients.md.

Exit status: 0 the client conforms, 1 it does not, 2 the run could not tell (configuration, a command that does not start,
nothing applicable). Ctrl-C stops the run, and everything that it has started.`,
      examples: [
        `${NAME} client -- python3 client.py`,
        `${NAME} client --rule CLI-05 --budget quick -- node client.ts`,
        `${NAME} client --config client.yaml --profile reference --reporter html=report.html`,
      ],
      run: async (input) => (await import('./judge.ts')).judgeClient(input, streams),
    },
    {
      name: 'replay',
      operands: ['FILE'],
      rest: IF_CLIENT,
      summary: 'judge again what failed in a saved report',
      options: ofAnyRole(judging).filter(({ name }) => name !== 'replay'),
      notes: `FILE is a report of any role, saved with --reporter json=FILE. A replay judges the rules that failed, with the same seed and the
smallest cases first. It fails until the target is corrected.

Exit status: 0 the rules pass now, 1 a rule still fails, 2 the run could not tell.`,
      examples: [
        `${NAME} replay report.json --config conformance.yaml`,
        `${NAME} replay report.json --target http://127.0.0.1:8080/webhook --secret whsec_1234`,
        `${NAME} replay report.json -- python3 client.py`,
      ],
      run: async (input) => {
        const [file = ''] = input.operands;
        const role = (await import('../report/saved-report.ts')).readSavedReport(file).role;
        requireOfRole(input, role, judging[role]);
        const { judgeService, judgeReceiver, judgeClient } = await import('./judge.ts');
        const judge = { service: judgeService, receiver: judgeReceiver, client: judgeClient }[role];
        return judge({ ...input, settings: new Map([...input.settings, ['replay', { source: 'FILE', values: [file] }]]) }, streams);
      },
    },
    {
      name: 'clean',
      operands: ['FILE'],
      summary: 'remove what an interrupted run left behind',
      options: described.service,
      notes: `A run writes FILE after a second Ctrl-C, or if the target went away. This command deletes FILE when nothing is left.

Exit status: 0 nothing is left, 2 something is left, or something has to be corrected.`,
      examples: [`${NAME} clean conformance-1a2b3c4d-left.json --config staging.yaml`],
      run: async (input) => (await import('./clean.ts')).clean(input, streams),
    },
    {
      name: 'compare',
      operands: ['BEFORE', 'AFTER'],
      summary: 'say what changed between two saved reports',
      options: [],
      notes: `BEFORE and AFTER are reports saved with --reporter json=FILE.

Exit status: 0 no rule fails that did not fail before, 1 a rule does, or fails in another way, 2 a file is not a report.`,
      examples: [`${NAME} compare main.json branch.json`],
      run: async (input) => (await import('./compare.ts')).compare(input, streams),
    },
    {
      name: 'rules',
      summary: 'list the rules, and the faulty targets that prove each check',
      options: [
        { name: 'ledger', help: 'a Markdown table: clause, rule, operations, check, and the faulty targets that the check catches' },
        { name: 'json', help: 'as JSON' },
        { name: 'rule', value: 'PATTERN', multiple: true, help: "only these rules, for example IDEM-03 or 'IDEM-*'; may be repeated" },
        { ...roleOption, help: `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)} (default: all)` },
      ],
      examples: [`${NAME} rules --ledger --rule 'IDEM-*'`],
      run: async (input) => (await import('./rules.ts')).listRules(input, choiceOf(input.settings, 'role', roles), streams),
    },
    {
      name: 'explain',
      operands: ['RULE'],
      summary: 'show what one rule demands, how the suite judges it, and common mistakes',
      options: [],
      notes: `RULE is the id of a rule; '${NAME} rules' lists them.`,
      examples: [`${NAME} explain IDEM-03`],
      run: async (input) => (await import('./rules.ts')).explain(input, streams),
    },
  ];
}

function roleIn({ settings }: Input): Role {
  return choiceOf(settings, 'role', roles) ?? 'service';
}

/** @throws {InputError} for an option of another role */
function requireOfRole({ settings, rest }: Input, role: Role, options: Command['options']): void {
  const other = [...settings.keys()].find((name) => !options.some((option) => option.name === name));
  if (other !== undefined)
    throw new InputError(`--${other} is not an option for a ${role}; name another role with --role, or leave the option out.`);
  if (rest !== undefined && role !== 'client')
    throw new InputError(`A ${role} takes no command after --; leave it out, or add --role client.`);
}
