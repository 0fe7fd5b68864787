import { API, type Row } from './row.ts';

const JUDGED = ['specs', 'conformance'] as const;
/** Whose code keeps idempotency keys and tokens. */
const KEEPERS = [...JUDGED, 'server', 'service'] as const;
const RULES = 'rules/auth.yaml';
const PROBLEMS = 'problems.yaml';
const LIMITS = 'limits.yaml';
const FIRST_RULE = '- id: AUTH-01\n  level: stated\n  role: service';
const VECTOR = 'examples/signatures/valid-event.json';

function newRule(role: string): string {
  return `- id: NEW-01\n  level: stated\n  role: ${role}\n  clause: 'Limits'\n  statement: 'something new'\n  binds: { operation: authenticate }\n\n`;
}

/** Edits of what stands beside the documents. */
export const REGISTERS: readonly Row[] = [
  { change: 'a new rule on the service', edits: [[RULES, FIRST_RULE, newRule('service') + FIRST_RULE]], want: { additive: JUDGED } },
  {
    change: 'a new rule on receivers',
    edits: [[RULES, FIRST_RULE, newRule('receiver') + FIRST_RULE]],
    want: { breaking: ['specs'], additive: ['conformance'] },
  },
  { change: 'a rule has another id', edits: [[RULES, '- id: AUTH-01\n', '- id: AUTH-99\n']], want: { breaking: JUDGED } },
  {
    change: 'a rule says the same in other words',
    edits: [[RULES, 'answers 401 and no token', 'answers 401 without a token']],
    want: { wording: JUDGED },
  },
  { change: 'a rule has another clause', edits: [[RULES, "'Authenticate: Failure'", "'Errors: 401'"]], want: { wording: JUDGED } },
  { change: 'a chosen rule becomes a stated one', edits: [[RULES, 'level: chosen', 'level: stated']], want: { additive: JUDGED } },
  {
    change: 'a stated rule becomes a chosen one',
    edits: [[RULES, FIRST_RULE, FIRST_RULE.replace('stated', 'chosen')]],
    want: { breaking: JUDGED },
  },
  {
    change: 'another node states a rule',
    edits: [
      ['schemas/Credentials.yaml', 'x-states: [CLI-01]\n', ''],
      ['openapi/paths/authenticate.yaml', 'x-states: [AUTH-01,', 'x-states: [CLI-01, AUTH-01,'],
      [PROBLEMS, 'states: [VER-02], ', ''],
      [RULES, FIRST_RULE, `${FIRST_RULE}\n  nowhere: 'It is a rule of a test.'`],
    ],
    want: { wording: ['specs'] },
  },
  {
    change: 'a rule judges somebody else',
    edits: [[RULES, FIRST_RULE, FIRST_RULE.replace('service', 'client')]],
    want: { breaking: JUDGED },
  },
  {
    change: 'a rule binds an operation more',
    edits: [[RULES, 'operation: authenticate', 'operation: [authenticate, listAzienda]']],
    want: { additive: JUDGED },
  },
  {
    change: 'a rule binds nothing any more',
    edits: [[RULES, 'operation: authenticate', 'operation: nothing']],
    want: { breaking: JUDGED },
  },
  {
    change: 'a rule has a field that nobody knows',
    edits: [[RULES, FIRST_RULE, `${FIRST_RULE}\n  weight: 3`]],
    want: { breaking: JUDGED },
  },
  {
    change: 'a new problem',
    edits: [
      [
        PROBLEMS,
        '- { code: malformed-request,',
        '- { code: teapot, status: 418, retryable: false, raisedBy: pipeline, title: A teapot }\n- { code: malformed-request,',
      ],
    ],
    want: { additive: API },
  },
  { change: 'a problem has another code', edits: [[PROBLEMS, 'code: request-timeout', 'code: too-slow']], want: { breaking: API } },
  {
    change: 'a problem has another status',
    edits: [[PROBLEMS, 'code: too-many-attempts, status: 429', 'code: too-many-attempts, status: 403']],
    want: { breaking: API },
  },
  {
    change: 'a problem is no longer retryable',
    edits: [[PROBLEMS, 'code: internal-error, status: 500, retryable: true', 'code: internal-error, status: 500, retryable: false']],
    want: { breaking: API },
  },
  {
    change: 'a problem becomes retryable',
    edits: [[PROBLEMS, 'code: in-use, status: 422, retryable: false', 'code: in-use, status: 422, retryable: true']],
    want: { additive: API },
  },
  {
    change: 'a problem is answered by handlers',
    edits: [[PROBLEMS, 'raisedBy: pipeline, title: This installation', 'raisedBy: handler, title: This installation']],
    want: { wording: ['specs', 'client', 'service', 'conformance'], breaking: ['server'] },
  },
  {
    change: 'a problem has another title',
    edits: [[PROBLEMS, 'title: The service failed', 'title: Something failed']],
    want: { wording: API },
  },
  {
    change: 'a new limit',
    edits: [[LIMITS, 'retriesMax:', "requestsMax: { description: A new one., value: 7, unit: times, clause: 'Limits' }\nretriesMax:"]],
    want: { additive: JUDGED },
  },
  // The server package sends deliveries for stand-ins, and the service by it.
  {
    change: 'another wait before a retry',
    edits: [[LIMITS, '[5, 300, ', '[5, 60, ']],
    want: { breaking: [...JUDGED, 'server', 'service'] },
  },
  // Descriptions tell the number.
  {
    change: 'one retry more',
    edits: [[LIMITS, 'value: 5\n  unit: times', 'value: 6\n  unit: times']],
    want: { additive: [...JUDGED, 'service'], wording: ['events'] },
  },
  {
    change: 'one retry less',
    edits: [[LIMITS, 'value: 5\n  unit: times', 'value: 4\n  unit: times']],
    want: { breaking: [...JUDGED, 'service'], wording: ['events'] },
  },
  {
    change: 'less jitter, which is better lower',
    edits: [[LIMITS, 'value: 0.2', 'value: 0.1']],
    want: { additive: [...JUDGED, 'server', 'service'] },
  },
  {
    change: 'a tolerance of signatures that is wider and less safe',
    edits: [[LIMITS, 'value: 5\n  unit: min', 'value: 10\n  unit: min']],
    want: { breaking: [...JUDGED, 'events'] },
  },
  {
    change: 'keys are kept for longer',
    edits: [[LIMITS, 'value: 24\n  unit: h', 'value: 24\n  unit: d']],
    want: { additive: KEEPERS, wording: ['client'] },
  },
  {
    change: 'keys are kept for less',
    edits: [[LIMITS, 'value: 24\n  unit: h', 'value: 12\n  unit: h']],
    want: { breaking: KEEPERS, wording: ['client'] },
  },
  { change: 'a limit is in another unit the same', edits: [[LIMITS, 'value: 1\n  unit: h', 'value: 60\n  unit: min']], want: {} },
  {
    change: 'a limit counts something else',
    edits: [[LIMITS, 'value: 64\n  unit: KiB', 'value: 64\n  unit: times']],
    want: { breaking: [...JUDGED, 'server'] },
  },
  {
    change: 'a limit that only documents use is another',
    edits: [[LIMITS, 'value: 500\n  unit: entries', 'value: 200\n  unit: entries']],
    want: { breaking: API },
  },
  {
    change: 'a limit has another name',
    edits: [[LIMITS, 'retryJitter:', 'jitter:']],
    want: { breaking: [...JUDGED, 'server', 'service'] },
  },
  {
    change: 'a limit is described otherwise',
    edits: [[LIMITS, 'How long a token is valid.', 'The life of a token.']],
    want: { wording: KEEPERS },
  },
  {
    change: 'a signature is accepted that was refused',
    edits: [[VECTOR, '"expected": "accepted"', '"expected": "mismatch"']],
    want: { breaking: ['specs', 'events', 'conformance'] },
  },
  { change: 'a signature is described otherwise', edits: [[VECTOR, 'An event, as', 'An event as']], want: { wording: ['specs'] } },
  {
    change: 'one more signature',
    edits: [['examples/signatures/valid-new.json', '{ "description": "x", "expected": "accepted" }']],
    want: { additive: ['specs'] },
  },
  {
    change: 'an example is another',
    edits: [['examples/problem/in-use.json', '"detail": "', '"detail": "Indeed, ']],
    want: { wording: ['specs'] },
  },
  { change: 'one more example', edits: [['examples/listAzienda/new.json', '{}']], want: { wording: ['specs'] } },
];
