import { paths } from '@business-cloud/server';
import { stringify } from 'yaml';
import type { DemoAccess } from '../demo/demo-seed.ts';
import { VERSION } from '../generated/api-version.ts';
import { apiKeyHeader, applicationIdHeader, licenseKeyHeader } from '../generated/header-names.ts';
import { HEADER_WORD, TOKEN_LIFETIME_MS } from '../generated/limits.ts';

/** A running service as a conformance.yaml describes it. */
export interface ConformanceConfig {
  readonly service: { readonly adminUrl: string; readonly customerUrl: string; readonly version: string; readonly headerWord: string };
  readonly credentials: {
    readonly userName: string;
    readonly password: string;
    readonly apiKey: string;
    readonly applicationId: string;
  };
  readonly companies: readonly CompanyAccess[];
  readonly otherUser: { readonly userName: string; readonly password: string };
  readonly foreignCompany: CompanyAccess;
  readonly receiver: {
    readonly listen: string;
    readonly publicUrl: string;
    readonly caFile?: string;
    readonly senderAddresses: readonly string[];
  };
  readonly controls?: { readonly clock: string; readonly tokenLifetimeAtMost: string };
  readonly timing: { readonly quietMs: number };
}

interface CompanyAccess {
  readonly id: number;
  readonly licenseKey: string;
}

export interface DemoConfigInput {
  readonly access: DemoAccess;
  readonly url: string;
  readonly adminUrl: string;
  readonly clockUrl: string | undefined;
  readonly tokenLifetimeMs?: number | undefined;
  readonly headerWord: string;
  readonly caFile: string | undefined;
}

export function demoConfig(input: DemoConfigInput): ConformanceConfig {
  const { access, url, adminUrl, clockUrl, tokenLifetimeMs = TOKEN_LIFETIME_MS, headerWord, caFile } = input;
  const { companies, otherUser, foreignCompany, ...credentials } = access;
  return {
    service: { adminUrl, customerUrl: url, version: VERSION, headerWord },
    credentials: { ...credentials, applicationId: 'demo' },
    companies,
    otherUser,
    foreignCompany,
    receiver: {
      listen: '127.0.0.1:0',
      publicUrl: 'https://localhost:{port}',
      ...(caFile !== undefined && { caFile }),
      senderAddresses: ['127.0.0.1'],
    },
    // To the second, so that a token that is accepted any longer is seen.
    ...(clockUrl !== undefined && { controls: { clock: clockUrl, tokenLifetimeAtMost: `${Math.ceil(tokenLifetimeMs / 1000)}s` } }),
    // On one machine an event is delivered within milliseconds: nothing that was not to come needs longer.
    timing: { quietMs: 200 },
  };
}

export function configYaml(config: ConformanceConfig): string {
  return `# A service of business-cloud-service demo. The surface is the contract's own, so that none is named here.\n${stringify(config)}`;
}

/** What a person needs to call the demo: the last line says that it is ready. */
export function demoText(config: ConformanceConfig): string {
  const { service, credentials, companies, foreignCompany, controls } = config;
  const word = service.headerWord;
  const [api, license, application] = [apiKeyHeader(word), licenseKeyHeader(word), applicationIdHeader(word)];
  const licenses = companies.map(({ id, licenseKey }) => `  company ${id}    ${license}: ${licenseKey}\n`).join('');
  return `Business Management Cloud Service, demo

  user         ${credentials.userName}
  password     ${credentials.password}
  API key      ${api}: ${credentials.apiKey}
${licenses}  company ${foreignCompany.id}    ${license}: ${foreignCompany.licenseKey}   (of another user)
${controls === undefined ? '' : `  clock        POST ${controls.clock} {"advanceMs": 1000}\n`}
A token, in the answer's header X-Token:

  curl -i ${service.adminUrl}${paths.authenticate()} \\
    -H 'Content-Type: application/json' -H '${api}: ${credentials.apiKey}' -H '${application}: demo' \\
    -d '{"UserName":"${credentials.userName}","Password":"${credentials.password}"}'

The stock items of company ${companies[0]?.id}:

  curl ${service.customerUrl}${paths.listArticolo({ companyId: companies[0]?.id ?? 0 })} -H "Authorization: Bearer $TOKEN" \\
    -H '${api}: ${credentials.apiKey}' -H '${license}: ${companies[0]?.licenseKey}' -H '${application}: demo'

The same in TypeScript. After npm install @business-cloud/client, save it as first-call.mts, and run node first-call.mts:

${demoProgram(config)}
ready: ${service.customerUrl}
`;
}

/** A program that lists the stock items of the first company. It has the addresses and keys of this demo, and runs as it stands. */
function demoProgram({ service, credentials, companies }: ConformanceConfig): string {
  const { adminUrl, customerUrl, headerWord } = service;
  const options = { adminUrl, customerUrl, ...credentials, ...(headerWord !== HEADER_WORD && { headerWord }) };
  const lines = Object.entries(options).map(([name, value]) => `  ${name}: '${value}',\n`);
  return `import { createClient } from '@business-cloud/client';

const client = createClient({
${lines.join('')}});
const company = client.company(${companies[0]?.id}, '${companies[0]?.licenseKey}');
for await (const articolo of company.articolo.list()) console.log(articolo.descrizione, articolo.prezzo);
`;
}
