import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearest } from '#runtime';
import { VERSION } from '../generated/api-version.ts';
import { HEADER_WORD, HEADER_WORD_PATTERN } from '../generated/limits.ts';
import { eventObjects } from '../generated/resources.ts';
import { defaultPaths, exampleBodies } from './defaults.ts';

const text = { type: 'string', minLength: 1 };
const secret = { type: 'string', minLength: 1 };
const url = { type: 'string', pattern: '^https?://[^/]+' };
const path = { type: ['string', 'null'], pattern: '^/' };
const milliseconds = { type: 'integer', minimum: 0, maximum: 86_400_000 };
const duration = { type: ['string', 'integer'], pattern: '^\\d+(ms|s|m|h|d)$' };

function closed(properties: Record<string, unknown>, required: readonly string[] = []): Record<string, unknown> {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The same schema for each key of a table. */
function every(table: object, schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(table).map((name) => [name, schema]));
}

const company = closed({ id: { type: ['integer', 'string'] }, licenseKey: secret }, ['id', 'licenseKey']);

/** JSON Schema of `conformance.yaml`. Closed everywhere, so that a misspelt name is an error and not a silent default. */
export const configSchema: Record<string, unknown> = closed(
  {
    service: closed(
      {
        adminUrl: url,
        customerUrl: url,
        version: { type: 'string', pattern: '^[\\w.~-]+$' },
        headerWord: { type: 'string', pattern: HEADER_WORD_PATTERN.source },
        caFile: text,
        clientCertificate: closed({ cert: text, key: text }, ['cert', 'key']),
        proxy: { type: 'string', pattern: '^http://[^/]+/?$' },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
      },
      ['adminUrl', 'customerUrl'],
    ),
    credentials: closed({ userName: text, password: secret, apiKey: secret, applicationId: text }, ['userName', 'password', 'apiKey']),
    companies: { type: 'array', items: company, minItems: 1 },
    otherUser: closed({ userName: text, password: secret }, ['userName', 'password']),
    foreignCompany: company,
    receiver: closed({
      listen: { type: 'string', pattern: '^.+:\\d+$' },
      publicUrl: { type: 'string', pattern: '^https://[^/]+' },
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
    controls: closed({ clock: { type: ['string', 'null'], pattern: '^https?://' }, tokenLifetimeAtMost: duration }),
    timing: closed({ deliveryWithinMs: milliseconds, retryWithinMs: milliseconds, quietMs: milliseconds, hangAtMostMs: milliseconds }),
  },
  ['service', 'credentials', 'companies'],
);

/** A schema violation in one sentence: where in the file, what is wrong, what to write. */
export function describeViolation(error: ErrorObject): string {
  const where = dotted(error.instancePath);
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'required') return `${join(where, String(params.missingProperty))} is missing; add it`;
  if (error.keyword === 'additionalProperties') {
    const written = String(params.additionalProperty);
    const meant = nearest(written, Object.keys(error.parentSchema?.properties ?? {}));
    const advice = meant === undefined ? 'remove it or correct its name' : `write ${meant}, or remove it`;
    return `${join(where, written)} is not a setting; ${advice}`;
  }
  if (error.keyword === 'type') return `${where === '' ? 'the file' : where} must be ${typeWanted([params.type].flat())}`;
  if (error.keyword === 'minLength') return `${where} is empty; fill it in`;
  if (error.keyword === 'minimum' || error.keyword === 'maximum')
    return `${where} must be ${error.message?.replace('must be ', '')}; correct it`;
  if (error.keyword === 'pattern') return `${where} must look like ${example(where)}`;
  if (error.keyword === 'minItems') return `${where} must list at least one entry`;
  return `${where === '' ? 'the file' : where} ${error.message ?? 'is not valid'}`;
}

const examples: readonly (readonly [suffix: string, example: string])[] = [
  ['publicUrl', "'https://localhost:{port}'"],
  ['Url', 'http://127.0.0.1:8080'],
  ['clock', 'http://127.0.0.1:9090/clock'],
  ['listen', '127.0.0.1:0'],
  ['version', VERSION],
  ['headerWord', HEADER_WORD],
  ['tokenLifetimeAtMost', '60d'],
];

/** A number instead of a text is usually a key made of digits. */
function typeWanted(types: readonly unknown[]): string {
  const text = types.length === 1 && types[0] === 'string' ? ': write it in quotes' : '';
  return types.map((type) => (type === 'string' ? 'text' : type === 'object' ? 'a mapping' : type)).join(' or ') + text;
}

function example(where: string): string {
  return examples.find(([suffix]) => where.endsWith(suffix))?.[1] ?? "a path such as '/api/{version}/{companyId}/Anagrafica'";
}

function dotted(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .filter((part) => part !== '')
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
}

function join(where: string, name: string): string {
  return where === '' ? name : `${where}.${name}`;
}
