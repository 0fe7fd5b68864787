import type { Option } from '#command-line';
import {
  ATTEMPT_DEADLINE_MS,
  ATTEMPTS_IN_FLIGHT_MAX,
  BODY_MAX_BYTES,
  HEADER_WORD,
  RETRY_DELAYS_MS,
  TOKEN_LIFETIME_MS,
} from '../generated/limits.ts';
import { STATEMENT_TIMEOUT_MS } from '../store/open-store.ts';
import { CONNECTIONS_MAX } from '../store/postgres/postgres.ts';
import { WAITING_WRITES_MAX } from '../store/postgres/postgres-units.ts';
import { LISTS_OF_ONE_MAX } from '../usecases/list-turns.ts';
import { LOGINS_MAX } from '../usecases/login-admission.ts';
import { durationText } from './durations.ts';

/** How long `start` still serves what comes after SIGTERM: a balancer asks for `/health/ready` every few seconds. */
export const DRAIN_SECONDS = 5;

/** Options of every command that opens the database. */
export const STORE_OPTIONS: readonly Option[] = [
  { name: 'database', value: 'FILE|URL', help: 'SQLite file, or postgres://user:password@host:port/name (default: business-cloud.sqlite)' },
  {
    name: 'key-file',
    value: 'FILE',
    help: 'key that seals the secrets in the database (default: the SQLite file with .key; made when missing)',
  },
  { name: 'log-level', value: 'LEVEL', help: 'fatal, error, warn, info, debug or silent; logs go to standard error' },
  { name: 'config', value: 'FILE', help: 'YAML file that holds options by their names' },
];

/** Options of every command that delivers. */
export const DELIVERY_OPTIONS: readonly Option[] = [
  { name: 'header-word', value: 'WORD', help: `product word in the header names (default: ${HEADER_WORD})` },
  {
    name: 'delivery-allow',
    value: 'CIDR',
    multiple: true,
    help: 'private or local addresses that webhooks may have; repeat it for several, or use commas',
  },
  { name: 'delivery-ca', value: 'FILE', help: 'PEM file of certificates that webhooks may have; read again whenever it changes' },
  { name: 'delivery-proxy', value: 'URL', help: 'HTTP proxy that deliveries go through, for a fixed sender address' },
  { name: 'lease-seconds', value: 'N', help: 'after how many seconds another worker takes the deliveries of one that died (default: 60)' },
  {
    name: 'retry-delays',
    value: 'TIME',
    multiple: true,
    help: `waits before the retries of a delivery, each up to 20 % more or less by chance (default: ${RETRY_DELAYS_MS.map(durationText).join(',')})`,
  },
  { name: 'attempt-seconds', value: 'N', help: `how long an attempt may take (default: ${ATTEMPT_DEADLINE_MS / 1000})` },
  {
    name: 'attempts-in-flight',
    value: 'N',
    help: `attempts at once, and as many again to slow receivers (default: ${ATTEMPTS_IN_FLIGHT_MAX})`,
  },
  {
    name: 'statement-seconds',
    value: 'N',
    help: `how long PostgreSQL may take for a statement; after that the answer is 503 (default: ${STATEMENT_TIMEOUT_MS / 1000})`,
  },
  { name: 'host', value: 'ADDRESS', help: 'address to serve on (default: 127.0.0.1)' },
  { name: 'monitor-port', value: 'N', help: 'port for /health/live, /health/ready and /metrics' },
];

/** Options of every command that serves the APIs. */
export const SERVING_OPTIONS: readonly Option[] = [
  ...STORE_OPTIONS,
  ...DELIVERY_OPTIONS,
  { name: 'port', value: 'N', help: 'port to serve on; 0 for a free one (default: 8080)' },
  { name: 'admin-port', value: 'N', help: 'port of the Admin API; --port then serves only the Customer API' },
  {
    name: 'keep-events',
    value: 'TIME',
    help: 'how long events are kept, with their deliveries and attempts, such as 90d, or forever (default: 30d)',
  },
  { name: 'token-lifetime', value: 'TIME', help: `how long a token lasts (default: ${durationText(TOKEN_LIFETIME_MS)})` },
  {
    name: 'body-kib',
    value: 'N',
    help: `the largest body of a request, in KiB; a larger one is answered 413 (default: ${BODY_MAX_BYTES / 1024})`,
  },
  { name: 'connections', value: 'N', help: `connections to PostgreSQL for requests (default: ${CONNECTIONS_MAX})` },
  {
    name: 'waiting-writes',
    value: 'N',
    help: `writes of one company that may wait on PostgreSQL; the next is answered 503 (default: ${WAITING_WRITES_MAX})`,
  },
  {
    name: 'logins',
    value: 'N',
    help: `logins at once, and half as many with one API key; the next is answered 429 (default: ${LOGINS_MAX})`,
  },
  {
    name: 'trusted-proxy',
    value: 'CIDR',
    multiple: true,
    help: 'reverse proxies that say by X-Forwarded-For where a login comes from; repeat it for several, or use commas',
  },
  {
    name: 'allow-origin',
    value: 'ORIGIN',
    multiple: true,
    help: 'origins whose pages may call from a browser, such as https://shop.example.com; repeat it for several, or use commas',
  },
  { name: 'lists', value: 'N', help: `lists of one user that may wait; the next is answered 503 (default: ${LISTS_OF_ONE_MAX})` },
  {
    name: 'drain-seconds',
    value: 'N',
    help: `how long the node still serves after SIGTERM, while /health/ready answers 503; SIGINT (Ctrl-C) ends it at once (default: ${DRAIN_SECONDS}, of demo 0)`,
  },
  { name: 'no-deliver', help: 'do not deliver; business-cloud-service deliver does' },
  { name: 'test-clock', value: 'N', help: 'for tests: open POST /clock {"advanceMs": n} on this port of loopback' },
];
