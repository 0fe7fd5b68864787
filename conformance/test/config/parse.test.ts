import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test, vi } from 'vitest';
import { type Override, parseTarget } from '../../src/config/parse.ts';
import { configSchema } from '../../src/config/schema.ts';
import { ConfigurationError } from '../../src/model/configuration-error.ts';

const least = `
service: { adminUrl: 'http://127.0.0.1:8080', customerUrl: 'http://127.0.0.1:8081/base' }
credentials: { userName: u, password: p, apiKey: k }
companies: [ { id: 1, licenseKey: l } ]
`;

function parse(text: string, overrides: readonly Override[] = []) {
  return parseTarget(text, '/etc/suite/conformance.yaml', overrides);
}

/** The reference to an environment variable in the file. */
function variable(name: string): string {
  return `\${${name}}`;
}

function sentence(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return '';
}

describe('conformance.yaml', () => {
  test('is checked against a valid schema', () => {
    const strict = new Ajv2020({ allowUnionTypes: true, strict: true });
    expect(() => strict.compile(configSchema)).not.toThrow();
    expect(() => strict.compile({ ...configSchema, required: 'service' })).toThrow(/schema is invalid/);
  });

  test('needs no more than addresses, credentials and one company', () => {
    const target = parse(least);
    expect(target.service).toEqual({
      adminUrl: 'http://127.0.0.1:8080',
      customerUrl: 'http://127.0.0.1:8081/base',
      version: 'v3',
      headerWord: 'Service',
    });
    expect(target.surface.webhookList).toBe('/api/{version}/config/webhook');
    expect(target.controls).toEqual({ tokenLifetimeAtMostMs: 60 * 86_400_000 });
  });

  test('keeps company ids beyond 2^53 digit by digit', () => {
    expect(parse(least.replace('id: 1', 'id: 9007199254740993')).companies[0].id).toBe('9007199254740993');
  });

  test('finds files beside the configuration, not where the command runs', () => {
    expect(parse(`${least}receiver: { caFile: ca.pem }`).receiver.caFile).toBe('/etc/suite/ca.pem');
  });

  test('takes null for an operation that the target does not have', () => {
    expect(parse(`${least}surface: { anagraficaList: null }`).surface.anagraficaList).toBeNull();
  });

  test('lets a flag win over the file', () => {
    expect(
      parse(least, [
        ['service.version', 'v4'],
        ['companies.0.licenseKey', 'other'],
      ]),
    ).toMatchObject({ service: { version: 'v4' }, companies: [{ licenseKey: 'other' }] });
  });

  test('puts environment variables where the file names them, and nowhere else', () => {
    const [outside, key] = [variable('OUTSIDE'), variable('SUITE_KEY')];
    vi.stubEnv('SUITE_KEY', `from ${outside}: "x"`);
    const text = least.replace('apiKey: k', () => `apiKey: '${key}'`).replace('password: p', () => `password: '$${key}'`);
    const { credentials } = parse(text, [['credentials.userName', key]]);
    expect(credentials).toMatchObject({ apiKey: `from ${outside}: "x"`, password: key, userName: key });
    vi.unstubAllEnvs();
  });

  test('takes null for the default body, of all or of one', () => {
    const { bodies } = parse(least).surface;
    expect(parse(`${least}surface: { bodies: null }`).surface.bodies).toEqual(bodies);
    const own = parse(`${least}surface: { bodies: { documento: null, anagrafica: { nome: Own } } }`).surface.bodies;
    expect(own).toEqual({ ...bodies, anagrafica: { nome: 'Own' } });
  });

  test.for<[string, Override, string]>([
    ['a setting', ['service.version', 'v 3'], '--service.version must look like v3.'],
    ['one with a flag of its own', ['service.adminUrl', 'ftp://x', '--target'], '--target must look like http://127.0.0.1:8080.'],
    [
      'an entry of a list',
      ['companies.0.id', '1/2'],
      "--companies.0.id: '1/2' is not an identifier; write the integer that listAzienda returns.",
    ],
    ['a part of what was given', ['companies', [{ id: 1, licenseKey: '' }]], '--companies.0.licenseKey is empty; fill it in.'],
  ])('names the flag, and not the file, where the flag is wrong: %s', ([, override, expected]) => {
    expect(() => parse(least, [override])).toThrow(new ConfigurationError(expected));
  });

  test.for(['companies.x.id', 'companies.3.id', 'service.adminUrl.port', 'service.__proto__.x'])('takes no flag for %s', (path) => {
    expect(() => parse(least, [[path, 'x']])).toThrow(`--${path}: is not a setting`);
  });

  test.for([
    ['an empty file', '', 'service is missing'],
    ['a missing member', least.replace('apiKey: k', ''), 'credentials.apiKey is missing'],
    [
      'a misspelt member',
      `${least}surface: { webhooksList: /x }`,
      'surface.webhooksList is not a setting; write webhookList, or remove it',
    ],
    ['a misspelt section', `${least}recever: {}`, 'recever is not a setting; write receiver, or remove it'],
    ['a name like no other', `${least}something: 1`, 'something is not a setting; remove it or correct its name'],
    [
      'a variable that is not set',
      least.replace('apiKey: k', () => `apiKey: 'a-${variable('NOT_SET_AT_ALL')}'`),
      'credentials.apiKey needs the environment variable NOT_SET_AT_ALL',
    ],
    [
      'a header that is none',
      `${least}`.replace('/base', '/base\', headers: { X-Gate: "a\\nb" }, version: \'v3'),
      'service.headers.X-Gate contains a character',
    ],
    ['a number for a key', least.replace('licenseKey: l', 'licenseKey: 1234'), 'companies[0].licenseKey must be text: write it in quotes'],
    ['an address without scheme', least.replace('http://127.0.0.1:8080', '127.0.0.1:8080'), 'service.adminUrl must look like'],
    ['no company', least.replace('[ { id: 1, licenseKey: l } ]', '[]'), 'companies must list at least one entry'],
    ['broken YAML', 'service: [', 'at line 1, column 11.'],
    ['a list', '- a', 'must be a mapping'],
    ['an address that is none', least.replace(':8080', ':99999'), 'service.adminUrl: http://127.0.0.1:99999 is not an address'],
    ['an address with a query', least.replace('8081/base', '8081/?x'), 'service.customerUrl: http://127.0.0.1:8081/?x contains a query'],
    ['a clock that is no address', `${least}controls: { clock: 'http://:1' }`, 'controls.clock: http://:1 is not an address'],
    [
      'a key with a line break',
      least.replace('apiKey: k', String.raw`apiKey: "k\n"`),
      'credentials.apiKey begins or ends with a space or line break',
    ],
    ['a key that no header can hold', least.replace('licenseKey: l', 'licenseKey: "l🔑l"'), 'companies[0].licenseKey contains a character'],
    ['an empty key', least.replace('apiKey: k', "apiKey: ''"), 'credentials.apiKey is empty; fill it in'],
    ['a company listed twice', least.replace('[ {', '[ { id: 1, licenseKey: m }, {'), 'companies[1].id: company 1 is companies[0] already'],
    [
      'a license key used twice',
      least.replace('[ {', '[ { id: 2, licenseKey: l }, {'),
      'companies[1].licenseKey is the same as that of companies[0]',
    ],
    [
      'a foreign company that is listed',
      `${least}foreignCompany: { id: 1, licenseKey: f }`,
      'foreignCompany.id: company 1 is companies[0] already',
    ],
    ['an id that is none', least.replace('id: 1', 'id: "1/2"'), "companies[0].id: '1/2' is not an identifier"],
    [
      'a misspelt placeholder',
      `${least}surface: { anagraficaGet: '/api/{version}/{companyID}/Anagrafica/{id}' }`,
      'surface.anagraficaGet: {companyID} is not a placeholder here; /api/{version}/{companyID}/Anagrafica/{id} may contain {version}, {companyId}, {id}',
    ],
    ['a placeholder left open', `${least}surface: { webhookList: '/hooks/{version' }`, 'surface.webhookList: { is not a placeholder here'],
    ['an id in a list', `${least}surface: { webhookList: '/hooks/{id}' }`, 'surface.webhookList: {id} is not a placeholder here'],
    ['a path without an id', `${least}surface: { documentoEmit: '/emit' }`, 'surface.documentoEmit: /emit names no object; write {id}'],
    ['a port that is none', `${least}receiver: { listen: '127.0.0.1:99999' }`, 'receiver.listen: 127.0.0.1:99999 has no port between'],
    [
      'a misspelt {port}',
      `${least}receiver: { publicUrl: 'https://localhost:{prot}' }`,
      'receiver.publicUrl: https://localhost:{prot} is no',
    ],
    [
      'a sender that is no address',
      `${least}receiver: { senderAddresses: [localhost] }`,
      'receiver.senderAddresses[0]: localhost is not an IP address',
    ],
    ['a duration without unit', `${least}controls: { tokenLifetimeAtMost: long }`, 'controls.tokenLifetimeAtMost must look like'],
  ] as const)('says in one sentence what is wrong with %s', ([, text, expected]) => {
    const message = sentence(text);
    expect(message).toContain(expected);
    expect(message).toContain('/etc/suite/conformance.yaml');
    expect(message).not.toContain('\n');
  });
});
