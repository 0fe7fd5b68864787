/**
 * What SARIF 2.1.0 says of the objects that the report uses: their members, closed as the standard closes them, what it demands, and its
 * lists of words. Written from the standard's sections 3.13 to 3.49.
 */
type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const properties: Schema = { type: 'object' };
const time: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' };
const level: Schema = { enum: ['none', 'note', 'warning', 'error'] };
const message: Schema = object({ text, markdown: text, id: text, arguments: list(text), properties }, [], {
  anyOf: [{ required: ['text'] }, { required: ['id'] }],
});
const multiformat: Schema = object({ text, markdown: text, properties }, ['text']);

function object(members: Schema, required: readonly string[] = [], more: Schema = {}): Schema {
  return { type: 'object', properties: members, required, additionalProperties: false, ...more };
}

function list(items: Schema): Schema {
  return { type: 'array', items };
}

const descriptor = object(
  {
    id: text,
    name: text,
    shortDescription: multiformat,
    fullDescription: multiformat,
    help: multiformat,
    helpUri: text,
    defaultConfiguration: object({ enabled: { type: 'boolean' }, level, rank: { type: 'number' }, properties }),
    properties,
  },
  ['id'],
);

const location = object({
  physicalLocation: object({
    artifactLocation: object({
      uri: { type: 'string', minLength: 1, pattern: '^\\S+$' },
      uriBaseId: text,
      index: { type: 'integer' },
      properties,
    }),
    properties,
  }),
  logicalLocations: list(object({ name: text, fullyQualifiedName: text, kind: text, index: { type: 'integer' }, properties })),
  message,
  properties,
});

const result = object(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: -1 },
    kind: { enum: ['notApplicable', 'pass', 'fail', 'review', 'open', 'informational'] },
    level,
    message,
    locations: list(location),
    suppressions: list(
      object(
        {
          kind: { enum: ['inSource', 'external'] },
          status: { enum: ['accepted', 'underReview', 'rejected'] },
          justification: text,
          properties,
        },
        ['kind'],
      ),
    ),
    properties,
  },
  ['message'],
  // 3.27.10: what is no failure has the level none.
  { anyOf: [{ properties: { kind: { const: 'fail' } } }, { properties: { level: { const: 'none' } }, required: ['level'] }] },
);

export const sarifSchema: Schema = object(
  {
    $schema: text,
    version: { const: '2.1.0' },
    runs: list(
      object(
        {
          tool: object(
            {
              driver: object({ name: text, version: text, informationUri: text, rules: list(descriptor), properties }, ['name']),
              properties,
            },
            ['driver'],
          ),
          invocations: list(
            object({ executionSuccessful: { type: 'boolean' }, startTimeUtc: time, endTimeUtc: time, properties }, ['executionSuccessful']),
          ),
          results: list(result),
          properties,
        },
        ['tool'],
      ),
    ),
  },
  ['version', 'runs'],
);
