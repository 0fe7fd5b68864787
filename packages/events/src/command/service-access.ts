import { InputError, isSet, numberOf, type Option, requiredOf, type Settings, type Terminal, textOf } from '#command-line';
import { headerWordOf } from './options.ts';

/** Where a service is, and who calls it. */
export interface ServiceAccess {
  readonly adminUrl: string;
  readonly customerUrl: string;
  readonly headerWord: string;
  readonly userName: string;
  readonly password: string;
  readonly apiKey: string;
  readonly companyId: number;
  readonly licenseKey: string;
}

const COMPANY_MAX = 2 ** 31 - 1;

/** The options that name a service and who calls it. */
export const SERVICE_OPTIONS: readonly Option[] = [
  { name: 'service', value: 'URL', help: 'the address of the service, without /api' },
  { name: 'admin', value: 'URL', help: 'the address of its Admin API, if that is another one' },
  { name: 'user', value: 'NAME', help: 'the user who logs in there' },
  { name: 'password', value: 'TEXT', help: 'the password of that user' },
  { name: 'api-key', value: 'KEY', help: 'the API key of the developer' },
  { name: 'company', value: 'N', help: 'the company (default: 1)' },
  { name: 'license-key', value: 'KEY', help: 'the license key of that company' },
];

export const SERVICE_NOTES =
  'What names the service and its caller may stand in the environment: BUSINESS_CLOUD_API_KEY for --api-key, and so on.';

/** Adds what the environment says of the service; not beside `--demo`, which has a service of its own. */
export function withServiceVariables(flags: Settings, options: readonly Option[], { env }: Terminal): Settings {
  if (isSet(flags, 'demo') || !options.some(({ name }) => name === 'service')) return flags;
  const variables = SERVICE_OPTIONS.flatMap(({ name }) => {
    const source = `BUSINESS_CLOUD_${name.toUpperCase().replaceAll('-', '_')}`;
    const value = env[source];
    return value === undefined || value === '' ? [] : [[name, { source, values: [value] }] as const];
  });
  return new Map([...variables, ...flags]);
}

/** Which service is meant: `demo`, one that the settings name, or none. @throws {InputError} */
export function serviceOf(settings: Settings): ServiceAccess | 'demo' | undefined {
  const named = SERVICE_OPTIONS.find(({ name }) => isSet(settings, name));
  if (!isSet(settings, 'demo')) return named === undefined ? undefined : accessOf(settings);
  if (named === undefined) return 'demo';
  throw new InputError(`--demo and --${named.name} exclude each other. Give one of them.`);
}

function accessOf(settings: Settings): ServiceAccess {
  const customerUrl = addressOf('service', requiredOf(settings, 'service', 'the address of the service'));
  const admin = textOf(settings, 'admin');
  return {
    customerUrl,
    adminUrl: admin === undefined ? customerUrl : addressOf('admin', admin),
    headerWord: headerWordOf(settings),
    userName: requiredOf(settings, 'user', 'the name of a user of the service'),
    password: requiredOf(settings, 'password', 'the password of that user'),
    apiKey: requiredOf(settings, 'api-key', 'an API key of the service'),
    companyId: numberOf(settings, 'company', 1, COMPANY_MAX) ?? 1,
    licenseKey: requiredOf(settings, 'license-key', 'the license key of the company'),
  };
}

/** The address of an http or https server, without a slash at its end. */
function addressOf(option: string, text: string): string {
  return httpUrl(`--${option}`, text).replace(/\/$/, '');
}

/** @throws {InputError} for anything but an address of http or https */
export function httpUrl(source: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw new InputError(`${source} must be an http or https address, such as http://127.0.0.1:8080/. It is ${text}.`);
}
