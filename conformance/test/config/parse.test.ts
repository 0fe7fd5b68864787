import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { type Override, parseTarget } from '../../src/config/parse.ts';

const least = `
service: { adminUrl: 'http://127.0.0.1:8080', customerUrl: 'http://127.0.0.1:8081/base' }
credentials: { userName: u, password: p, apiKey: k }
companies: [ { id: 1, licenseKey: l } ]
`;

function parse(text: string, overrides: readonly Override[] = []) {
  return parseTarget(text, '/etc/suite/conformance.yaml', overrides);
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
  it('needs no more than addresses, credentials and one company', () => {
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

  it('keeps company ids beyond 2^53 digit by digit', () => {
    expect(parse(least.replace('id: 1', 'id: 9007199254740993')).companies[0].id).toBe('9007199254740993');
  });

  it('finds files beside the configuration, not where the command runs', () => {
    expect(parse(`${least}receiver: { caFile: ca.pem }`).receiver.caFile).toBe('/etc/suite/ca.pem');
  });

  it('takes null for an operation that the target does not have', () => {
    expect(parse(`${least}surface: { anagraficaList: null }`).surface.anagraficaList).toBeNull();
  });

  it('lets a flag win over the file', () => {
    expect(
      parse(least, [
        ['service.version', 'v4'],
        ['companies.0.licenseKey', 'other'],
      ]),
    ).toMatchObject({ service: { version: 'v4' }, companies: [{ licenseKey: 'other' }] });
  });

  it.for([
    ['an empty file', '', 'service is missing'],
    ['a missing member', least.replace('apiKey: k', ''), 'credentials.apiKey is missing'],
    ['a misspelt member', `${least}surface: { webhooksList: /x }`, 'surface.webhooksList is not a setting'],
    ['a number for a key', least.replace('licenseKey: l', 'licenseKey: 1234'), 'companies[0].licenseKey must be string'],
    ['an address without scheme', least.replace('http://127.0.0.1:8080', '127.0.0.1:8080'), 'service.adminUrl must look like'],
    ['no company', least.replace('[ { id: 1, licenseKey: l } ]', '[]'), 'companies must list at least one entry'],
    ['broken YAML', 'service: [', 'is not valid YAML'],
    ['a list', '- a', 'must be a mapping'],
    ['a duration without unit', `${least}controls: { tokenLifetimeAtMost: long }`, 'controls.tokenLifetimeAtMost must look like'],
  ] as const)('says in one sentence what is wrong with %s', ([, text, expected]) => {
    const message = sentence(text);
    expect(message).toContain(expected);
    expect(message).toContain('/etc/suite/conformance.yaml');
    expect(message).not.toContain('\n');
  });
});
