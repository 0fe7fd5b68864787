import { HEADER_WORD_PATTERN } from '../generated/limits.ts';
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
