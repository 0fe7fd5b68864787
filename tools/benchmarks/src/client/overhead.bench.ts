import { createClient } from '@business-cloud/client';
import { createOpenapiFetchClient } from '@business-cloud/client/openapi-fetch';
import { createPathClient } from '@business-cloud/client/paths';
import axios from 'axios';
import ky from 'ky';
import createFetchClient from 'openapi-fetch';
import type { Benchmark } from '../benchmark.ts';
import { heyApiCall } from './hey-api.ts';
import { startServerProcess } from './server-process.ts';

const PATH = '/api/v3/1/articolo/8';
const HEADERS = {
  Authorization: 'Bearer token',
  'X-Service-ApiKey': 'api-key',
  'X-Service-ApplicationId': 'benchmark',
  'X-Service-LicenseKey': 'license-key',
};

interface Paths {
  readonly [PATH]: {
    readonly get: { readonly responses: { readonly 200: { readonly content: { readonly 'application/json': { readonly id: number } } } } };
  };
}

export const benchmark: Benchmark = {
  title: 'GET of one stock item on loopback, four headers, JSON read',
  goal: 'ours at least 0.87 of bare fetch: at most 15 % over it',
  options: { rounds: 61, roundMs: 40 },
  async open() {
    const server = await startServerProcess();
    const { url } = server;
    const options = { adminUrl: url, customerUrl: url, apiKey: 'api-key', applicationId: 'benchmark', userName: 'u', password: 'p' };
    const { articolo } = createClient(options).company(1, 'license-key');
    const paths = createPathClient(options).company(1, 'license-key');
    const full = createOpenapiFetchClient(options).company(1, 'license-key');
    const template = '/api/{version}/{companyId}/articolo/{articoloId}';
    const init = { params: { path: { articoloId: 8 } } } as const;
    const openapiFetch = createFetchClient<Paths>({ baseUrl: url, headers: HEADERS });
    const heyApi = await heyApiCall(url, HEADERS);
    const axiosClient = axios.create({ baseURL: url, headers: HEADERS });
    const kyClient = ky.create({ baseUrl: url, headers: HEADERS, retry: 0 });
    return {
      contenders: [
        { name: 'bare fetch', run: async () => (await fetch(url + PATH, { headers: HEADERS })).json() },
        { name: 'ours, by name', run: async () => (await articolo.get(8)).data },
        { name: 'ours, by path', run: async () => (await paths.GET(template, init)).data },
        { name: 'ours, openapi-fetch', run: async () => (await full.GET(template, init)).data },
        { name: 'openapi-fetch, bare', run: async () => (await openapiFetch.GET(PATH)).data },
        { name: '@hey-api/openapi-ts', run: heyApi },
        { name: 'axios', run: async () => (await axiosClient.get(PATH)).data },
        { name: 'ky', run: async () => kyClient.get(PATH).json() },
      ],
      close: () => server.close(),
    };
  },
};
