import type { Option } from '#command-line';
import { DEFAULT_SCENARIO_TIMEOUT } from '../config/parse-client-target.ts';
import { settingsFiles } from '../model/result.ts';

/** The kinds of reports, as the command line names them. */
export const reporterKinds = ['console', 'json', 'junit', 'sarif', 'html', 'markdown', 'github', 'har'] as const;
export type ReporterKind = (typeof reporterKinds)[number];

export const roles = ['service', 'receiver', 'client'] as const;
export type Role = (typeof roles)[number];

const headerWord: Option = { name: 'header-word', value: 'WORD', help: 'the product word in header names (default: Service)' };
const profile: Option = {
  name: 'profile',
  value: 'PROFILE',
  choices: ['stated', 'reference'],
  help: 'stated: what the source says (default); reference: also our decisions for what it leaves open',
};
const rate: Option = { name: 'rate', value: 'N', help: 'send at most N requests a second' };

/** The options that describe the target, by its role. */
export const described: Readonly<Record<Role, readonly Option[]>> = {
  service: [
    { name: 'config', value: 'FILE', help: `the description of the target (default: ${settingsFiles.service})` },
    {
      name: 'target',
      value: 'URL',
      multiple: true,
      help: 'base address of both APIs; if given twice, first the Admin API, then the Customer API',
    },
    {
      name: 'SECTION.NAME',
      value: 'VALUE',
      multiple: true,
      named: /^(?:service|credentials|companies|otherUser|foreignCompany|receiver|surface|controls|timing)\.[\w.]+$/,
      help: 'any setting of the file, for example --service.version v3 --timing.quietMs 500',
    },
    headerWord,
  ],
  receiver: [
    { name: 'target', value: 'URL', help: 'where the receiver takes deliveries' },
    { name: 'secret', value: 'SECRET', help: 'the secret of the webhook, from the answer to its creation' },
    { name: 'tolerance', value: 'SECONDS', help: 'how far a timestamp may be from the time of the receiver (default: 300)' },
    {
      name: 'effects',
      value: 'URL',
      help: 'where GET shows how often each event was processed: {"processed": {"<eventGuid>": count}}',
    },
    { name: 'effects-command', value: 'CMD', help: 'a command that prints the same JSON, instead' },
    { name: 'answer-within', value: 'TIME', help: 'how soon the receiver should answer a delivery (default: 5s)' },
    { name: 'foreign-address', value: 'IP', help: 'an address of this machine that the receiver does not list as a sender' },
    headerWord,
    { name: 'ca-file', value: 'FILE', help: 'the CA of an https receiver, if it is not a well-known one' },
    {
      name: 'config',
      value: 'FILE',
      help: `a file with these settings (default: ${settingsFiles.receiver}, if there is one); options take precedence`,
    },
  ],
  client: [
    {
      name: 'scenario-timeout',
      value: 'TIME',
      help: `after this time the client counts as hanging, and is ended with everything that it started (default: ${DEFAULT_SCENARIO_TIMEOUT})`,
    },
    headerWord,
    {
      name: 'config',
      value: 'FILE',
      help: `a file with these settings (default: ${settingsFiles.client}, if there is one); options take precedence`,
    },
  ],
};

/** The texts of options that differ between roles. */
const words = {
  service: {
    family: 'IDEM',
    workers: 'how many rules send at once (default: 10)',
    maxTime: 'stop the run after this time, and remove what it created',
    plan: 'show what would be sent and written, and send nothing',
    script: 'sends the requests again, and says PASS or FAIL',
  },
  receiver: {
    family: 'RCV',
    workers: 'how many rules send at once (default: 4)',
    maxTime: 'stop the run after this time',
    plan: 'show what would be sent, and send nothing',
    script: 'sends the requests again, and shows the answers',
  },
  client: {
    family: 'CLI',
    workers: 'how many clients run at once (default: 4); take 1 if yours cannot run in parallel',
    maxTime: 'stop the run after this time, and everything that it has started',
    plan: 'show what would be started, and start nothing',
    script: 'judges the client by that rule again',
  },
} as const satisfies Record<Role, object>;

/** The prefix of a family of rules that bind this role. */
export function familyOf(role: Role): string {
  return words[role].family;
}

/** Options for the speed of a run that sends requests itself. */
const pace = (role: Role): readonly Option[] => [
  rate,
  { name: 'wait-for', value: '60s', help: `how long to wait for a ${role} that is starting` },
  { name: 'request-timeout', value: '30s', help: 'how long one answer may take' },
];

/** The options of a run, apart from those that describe the target. */
function runOptions(role: Role): readonly Option[] {
  const { family, workers, maxTime, plan, script } = words[role];
  return [
    profile,
    {
      name: 'rule',
      value: 'PATTERN',
      multiple: true,
      help: `judge only these rules, for example ${family}-03 or '${family}-*'; may be repeated`,
    },
    {
      name: 'budget',
      value: 'BUDGET',
      choices: ['quick', 'standard', 'thorough'],
      help: 'how many cases each rule tries: quick (a sample, with shorter waits), standard (default), thorough',
    },
    { name: 'seed', value: 'N', help: 'try the same cases as another run with this seed' },
    { name: 'replay', value: 'FILE', help: 'judge again what failed in a JSON report, the smallest cases first' },
    { name: 'bail', help: 'stop after the first rule that fails' },
    { name: 'flaky', value: 'N', help: 'judge each failed rule N more times, and say whether the failure is stable or flaky' },
    { name: 'workers', value: 'N', help: workers },
    ...(role === 'client' ? [] : pace(role)),
    { name: 'max-time', value: '10m', help: maxTime },
    { name: 'plan', help: plan },
    ...(role === 'service'
      ? [
          {
            name: 'plugin',
            value: 'FILE',
            multiple: true,
            help: 'your own checks, in TypeScript or JavaScript, in addition to those of the contract; may be repeated',
          },
        ]
      : []),
    {
      name: 'baseline',
      value: 'FILE',
      help: 'known failures, which do not fail the run; another failure of the same rule does',
    },
    { name: 'update-baseline', help: 'add what fails now to the baseline, and remove what passes' },
    {
      name: 'require',
      value: 'PATTERN',
      multiple: true,
      help: 'rules that must be judged, whatever --rule says; otherwise the exit status is 2; may be repeated',
    },
    {
      name: 'fail-on',
      value: 'WHAT',
      multiple: true,
      choices: ['skip', 'stale'],
      help: 'skip: a skipped rule fails the run; stale: a known failure that passes fails the run; may be repeated',
    },
    {
      name: 'allow',
      value: 'inconclusive',
      choices: ['inconclusive'],
      help: 'accept rules for which the run saw too little; they no longer cause exit status 2',
    },
    {
      name: 'reporter',
      value: 'KIND[=FILE]',
      multiple: true,
      choices: reporterKinds,
      help: 'console (default), json, junit, sarif, html, markdown, github (annotations) or har (every request), to standard output or to FILE; may be repeated',
    },
    { name: 'verbose', help: 'show every failure in full on the console, and what the run never exercised' },
    { name: 'scripts', value: 'DIR', help: `write a shell script for each failure, which ${script}` },
  ];
}

export const judging: Readonly<Record<Role, readonly Option[]>> = {
  service: [...described.service, ...runOptions('service')],
  receiver: [...described.receiver, ...runOptions('receiver')],
  client: [...described.client, ...runOptions('client')],
};

export const roleOption: Option = {
  name: 'role',
  value: 'ROLE',
  choices: roles,
  help: `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)} (default: service)`,
};

/** The options of all roles, each name once. Which of them apply depends on the role. */
export function ofAnyRole(options: Readonly<Record<Role, readonly Option[]>>): readonly Option[] {
  const named = new Map(
    roles.toReversed().flatMap((role) => options[role].map((option) => [option.name, withRole(option, role)] as const)),
  );
  return [...new Set(roles.flatMap((role) => options[role].map(({ name }) => name)))].flatMap((name) => named.get(name) ?? []);
}

function withRole(option: Option, role: Role): Option {
  return role === 'service' ? option : { ...option, help: `for a ${role}: ${option.help}` };
}

/** The options of `doctor`. */
export const examining: Readonly<Record<Role, readonly Option[]>> = { ...described, service: [...described.service, profile, rate] };
