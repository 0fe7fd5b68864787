import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { nearest } from '#runtime';
import { VERSION } from '../generated/api-version.ts';
import { HEADER_WORD, HEADER_WORD_PATTERN } from '../generated/limits.ts';
import { eventObjects } from '../generated/resources.ts';
import { defaultPaths, exampleBodies } from './defaults.ts';

const text = { type: 'string', minLength: 1 };
const url = { type: 'string', pattern: '^https?://[^/]+', examples: ['http://127.0.0.1:8080'] };
const path = { type: ['string', 'null'], pattern: '^/', examples: ["a path such as '/api/{version}/{companyId}/Anagrafica'"] };
const milliseconds = { type: 'integer', minimum: 0, maximum: 86_400_000 };
const duration = { type: ['string', 'integer'], pattern: '^\\d+(ms|s|m|h|d)$', examples: ['60d'] };
/** A text that is checked where it is used, and may then come from the command line too. */
const unchecked = { type: 'string' };

/** The schema of a mapping that holds these settings and no other. */
export type Closed = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
};

function closed(properties: Record<string, object>, required: readonly string[] = []): Closed {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The same schema for each key of a table. */
function every(table: object, schema: object): Record<string, object> {
  return Object.fromEntries(Object.keys(table).map((name) => [name, schema]));
}

const company = closed({ id: { type: ['integer', 'string'] }, licenseKey: text }, ['id', 'licenseKey']);

/** JSON Schema of `conformance.yaml`. Closed everywhere, so that a misspelt name is an error and not a silent default. */
export const configSchema: Closed = closed(
  {
    service: closed(
      {
        adminUrl: url,
        customerUrl: url,
        version: { type: 'string', pattern: '^[\\w.~-]+$', examples: [VERSION] },
        headerWord: { type: 'string', pattern: HEADER_WORD_PATTERN.source, examples: [HEADER_WORD] },
        caFile: text,
        clientCertificate: closed({ cert: text, key: text }, ['cert', 'key']),
        proxy: { type: 'string', pattern: '^http://[^/]+/?$', examples: ['http://127.0.0.1:3128'] },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
      },
      ['adminUrl', 'customerUrl'],
    ),
    credentials: closed({ userName: text, password: text, apiKey: text, applicationId: text }, ['userName', 'password', 'apiKey']),
    companies: { type: 'array', items: company, minItems: 1 },
    otherUser: closed({ userName: text, password: text }, ['userName', 'password']),
    foreignCompany: company,
    receiver: closed({
      listen: { type: 'string', pattern: '^.+:\\d+$', examples: ['127.0.0.1:0'] },
      publicUrl: { type: 'string', pattern: '^https://[^/]+', examples: ["'https://localhost:{port}'"] },
      tls: closed({ cert: text, key: text }, ['cert', 'key']),
      caFile: text,
      senderAddresses: { type: 'array', items: text, minItems: 1 },
    }),
    surface: closed({
      ...every(defaultPaths, path),
      bodies: { ...closed(every(exampleBodies, { type: ['object', 'null'] })), type: ['object', 'null'] },
      eventObjects: closed(every(eventObjects, text)),
      companyId: text,
    }),
    controls: closed({
      clock: { type: ['string', 'null'], pattern: '^https?://', examples: ['http://127.0.0.1:9090/clock'] },
      tokenLifetimeAtMost: duration,
    }),
    timing: closed({ deliveryWithinMs: milliseconds, retryWithinMs: milliseconds, quietMs: milliseconds, hangAtMostMs: milliseconds }),
  },
  ['service', 'credentials', 'companies'],
);

/** JSON Schema of `receiver.yaml`. */
export const receiverSchema: Closed = closed({
  target: unchecked,
  secret: unchecked,
  tolerance: { type: 'number' },
  effects: unchecked,
  effectsCommand: unchecked,
  answerWithin: unchecked,
  foreignAddress: unchecked,
  headerWord: unchecked,
  caFile: unchecked,
});

/** JSON Schema of `client.yaml`. */
export const clientSchema: Closed = closed({
  client: { type: 'array', items: unchecked },
  scenarioTimeout: unchecked,
  headerWord: unchecked,
});

/** JSON Schema of a baseline. */
export const baselineSchema: Closed = closed({
  knownFailures: {
    type: ['object', 'null'],
    additionalProperties: closed({
      failures: { type: ['array', 'null'], items: unchecked },
      reason: text,
      owner: text,
      expires: { type: 'string', format: 'date', examples: ['2027-01-31'] },
    }),
  },
});

/** A test validates the schemas themselves. Doing so at each start, or optimizing the code, would take longer than the compilation. */
const ajv = new Ajv2020({
  allErrors: false,
  // Errors then contain the known names, for a suggestion, and an example.
  verbose: true,
  allowUnionTypes: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
addFormats.default(ajv, ['date']);

/** The first violation of a schema in one sentence without its full stop: where in the file, what is wrong, what to write. */
export function violationOf(schema: Closed, value: unknown): string | undefined {
  if (ajv.validate(schema, value)) return undefined;
  const [violation] = ajv.errors ?? [];
  return violation === undefined ? 'is not a configuration' : describeViolation(violation);
}

function describeViolation({ instancePath, keyword, params, parentSchema, message = 'is not valid' }: ErrorObject): string {
  const where = dotted(instancePath);
  const subject = where === '' ? 'the file' : where;
  const within = (name: unknown): string => (where === '' ? String(name) : `${where}.${name}`);
  switch (keyword) {
    case 'required':
      return `${within(params.missingProperty)} is missing; add it`;
    case 'additionalProperties': {
      const meant = nearest(String(params.additionalProperty), Object.keys(parentSchema?.properties ?? {}));
      const advice = meant === undefined ? 'remove it or correct its name' : `write ${meant}, or remove it`;
      return `${within(params.additionalProperty)} is not a setting; ${advice}`;
    }
    case 'type':
      return `${subject} must be ${typeWanted([params.type].flat())}`;
    case 'minLength':
      return `${where} is empty; fill it in`;
    case 'minItems':
      return `${where} must list at least one entry`;
    case 'pattern':
    case 'format':
      return `${where} must look like ${parentSchema?.examples?.[0]}`;
    case 'minimum':
    case 'maximum':
      return `${where} ${message}; correct it`;
    default:
      return `${subject} ${message}`;
  }
}

const typeNames: Readonly<Record<string, string>> = { string: 'text', number: 'a number', object: 'a mapping', array: 'a list' };

/** A number instead of a text is usually a key made of digits. */
function typeWanted(types: readonly string[]): string {
  const text = types.length === 1 && types[0] === 'string' ? ': write it in quotes' : '';
  return types.map((type) => typeNames[type] ?? type).join(' or ') + text;
}

/** `/companies/0/id` as `companies[0].id`. */
function dotted(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return parts.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('');
}
