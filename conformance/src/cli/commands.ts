import { type Command, choiceOf, type Input, InputError, type Program } from '#command-line';
import { settingsFiles } from '../model/settings-files.ts';
import { described, examining, judging, ofAnyRole, type Role, roleOption, roles } from './options.ts';
import type { Streams } from './streams.ts';

const NAME = 'business-cloud-conformance';

const CLIENT_COMMAND = 'COMMAND [ARG...]';
const IF_CLIENT = `[${CLIENT_COMMAND}]`;

/** The program, writing to these streams. Each command loads what it needs when it runs: that takes longer than most of them. */
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
receiver it checks what it answers to a right and to a wrong delivery, its effects and its clock. For a client it checks
that it starts, and does each of the things that it will be asked for.

Exit status: 0 a run can begin, 2 something has to be corrected, or could not be seen.`,
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
  0  the target conforms. Every rule of the profile was judged and holds, or the configuration says what it lacks for it.
  1  it does not conform.
  2  the run could not tell: configuration, unreachable target, anything inconclusive.

Ctrl-C stops the run and removes what it created. A second one ends the removal too, and so does one after every rule is
judged.`,
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
      notes: `It sends deliveries, right and wrong, and reads what the receiver answers: 2xx counts as accepted, anything else as refused.

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
connections. It looks at the requests and at the exit status. COMMAND does what CONFORMANCE_SCENARIO says, at
CONFORMANCE_ADMIN_URL and CONFORMANCE_CUSTOMER_URL, and exits with 0 if that succeeded, with another status if it
ended in an error. The scenarios and the other variables are listed in
https://github.com/business-cloud/business-cloud/blob/main/docs/conformance/clients.md.

Exit status: 0 the client conforms, 1 it does not, 2 the run could not tell (configuration, a command that does not start,
nothing applicable). Ctrl-C stops the run, with everything that it has started.`,
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
      notes: `FILE is a report saved with --reporter json=FILE, of any role. Its rules that failed are judged with its seed, the smallest cases
first. A replay fails on the same target, and passes once the target is corrected.

Exit status: 0 what failed passes now, 1 it does not, 2 the run could not tell.`,
      examples: [
        `${NAME} replay report.json --config conformance.yaml`,
        `${NAME} replay report.json --target http://127.0.0.1:8080/webhook --secret whsec_1234`,
        `${NAME} replay report.json -- python3 client.py`,
      ],
      run: async (input) => {
        const [file = ''] = input.operands;
        const role = (await import('./saved-file.ts')).readSavedReport(file).role;
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
      notes: `FILE is what a run wrote after a second Ctrl-C, or because the target was gone. It is deleted when nothing is left.

Exit status: 0 nothing is left, 2 something is, or something has to be corrected.`,
      examples: [`${NAME} clean conformance-1a2b3c4d-left.json --config staging.yaml`],
      run: async (input) => (await import('./clean.ts')).clean(input, streams),
    },
    {
      name: 'compare',
      operands: ['BEFORE', 'AFTER'],
      summary: 'say what changed between two saved reports',
      options: [],
      notes: `BEFORE and AFTER are reports saved with --reporter json=FILE.

Exit status: 0 no rule fails that did not fail before, 1 a rule does, or fails in another way, 2 a file is no report.`,
      examples: [`${NAME} compare main.json branch.json`],
      run: async (input) => (await import('./compare.ts')).compare(input, streams),
    },
    {
      name: 'rules',
      summary: 'list the rules, and what proves each',
      options: [
        { name: 'ledger', help: 'clause -> rule -> operations -> check -> faulty targets that it catches, as a Markdown table' },
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
      summary: 'show what one rule demands, how it is judged, and what often is wrong',
      options: [],
      notes: `RULE is the id of a rule; '${NAME} rules' lists them.`,
      examples: [`${NAME} explain IDEM-03`],
      run: async (input) => (await import('./explain.ts')).explain(input, streams),
    },
  ];
}

function roleIn({ settings }: Input): Role {
  return choiceOf(settings, 'role', roles) ?? 'service';
}

/** @throws {InputError} for an option that another role has */
function requireOfRole({ settings, rest }: Input, role: Role, options: Command['options']): void {
  const other = [...settings.keys()].find((name) => !options.some((option) => option.name === name));
  if (other !== undefined) throw new InputError(`--${other} is no option for a ${role}; name another role by --role, or leave it out.`);
  if (rest !== undefined && role !== 'client')
    throw new InputError(`A ${role} takes no command behind --; leave it out, or give --role client.`);
}
