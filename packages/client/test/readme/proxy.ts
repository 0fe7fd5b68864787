import { type BusinessCloudClient, type ClientOptions, createClient, type Fetch } from '@business-cloud/client';
import { ProxyAgent, fetch as undiciFetch } from 'undici';

/** Every request of this client goes through `proxy`, such as `http://proxy.example.com:8080`. */
export function clientBehind(proxy: string, options: ClientOptions): BusinessCloudClient {
  const dispatcher = new ProxyAgent({ uri: proxy, proxyTunnel: true });
  // undici has types of its own for what Node has too, and they do not fit each other.
  const fetchBy = undiciFetch as unknown as (url: string, init: object) => ReturnType<Fetch>;
  return createClient({ ...options, fetch: (url, init) => fetchBy(url, { ...init, dispatcher }) });
}
