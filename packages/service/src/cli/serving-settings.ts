import { resolve } from 'node:path';
import { isSet, numberOf, type Settings, textOf, textsOf } from '#command-line';
import type { ServiceOptions } from '../composition/service-options.ts';
import { createAddressPolicy } from '../delivery/address-policy.ts';
import { requireCertificates } from '../delivery/certificates.ts';
import { type DeliveryOptions, proxyOf } from '../delivery/delivery.ts';
import { HEADER_WORD, HEADER_WORD_PATTERN, RETRIES_MAX } from '../generated/limits.ts';
import { isOrigin } from '../http/browser-origins.ts';
import { durationOf, durationsOf } from './durations.ts';
import { type StoreDefaults, storeSettings } from './store-settings.ts';
import { checkedOf, matchOf, portOf } from './values.ts';

/** The options of a serving command, read and checked. */
export interface ServingSettings {
  readonly service: ServiceOptions;
  readonly host: string;
  readonly port: number;
  /** Undefined: the Admin API is served on the port of the Customer API. */
  readonly adminPort: number | undefined;
  /** Undefined: there is no control of the clock. */
  readonly testClockPort: number | undefined;
  /** Undefined: health and metrics are not served. */
  readonly monitorPort: number | undefined;
  readonly headerWord: string;
  /** How long it still serves what comes after SIGTERM, in milliseconds. */
  readonly drainMs: number;
}

/** What a command takes where nothing else is said. */
export interface ServingDefaults extends StoreDefaults {
  readonly drainSeconds: number;
}

const PORT_DEFAULT = 8080;
const HOST_DEFAULT = '127.0.0.1';
const DRAIN_SECONDS_MAX = 3600;
const LEASE_SECONDS_MAX = 3600;
const ATTEMPT_SECONDS_MAX = 60;
const ATTEMPTS_IN_FLIGHT_LIMIT = 10_000;
const TOKEN_LIFETIME = { minMs: 60_000, maxMs: 365 * 24 * 3_600_000 };
// A request is held in memory whole.
const BODY_KIB_MAX = 16 * 1024;
const CONNECTIONS_LIMIT = 1_000;
const WAITING_WRITES_LIMIT = 100_000;
const LOGINS_LIMIT = 10_000;
const LISTS_OF_ONE_LIMIT = 100_000;
// The retries of a delivery are over by then.
const KEEP_EVENTS_MS_MIN = 24 * 3_600_000;

/** @throws {ServiceError} `bad-argument` or `key-unusable` */
export function servingSettings(settings: Settings, defaults: ServingDefaults): ServingSettings {
  const delivery = deliverySettings(settings);
  checkedOf(settings, 'trusted-proxy', (range) => createAddressPolicy([range]));
  checkedOf(settings, 'allow-origin', requireOrigin);
  const listening = {
    ...monitorSettings(settings),
    port: portOf(settings, 'port') ?? PORT_DEFAULT,
    adminPort: portOf(settings, 'admin-port'),
    testClockPort: portOf(settings, 'test-clock'),
  };
  const keepEventsMs = durationOf(settings, 'keep-events', KEEP_EVENTS_MS_MIN);
  const tokenLifetimeMs = durationOf(settings, 'token-lifetime', TOKEN_LIFETIME.minMs, TOKEN_LIFETIME.maxMs);
  const bodyKib = numberOf(settings, 'body-kib', 1, BODY_KIB_MAX);
  const connectionsMax = numberOf(settings, 'connections', 1, CONNECTIONS_LIMIT);
  const waitingWritesMax = numberOf(settings, 'waiting-writes', 0, WAITING_WRITES_LIMIT);
  const loginsMax = numberOf(settings, 'logins', 1, LOGINS_LIMIT);
  const listsOfOneMax = numberOf(settings, 'lists', 1, LISTS_OF_ONE_LIMIT);
  return {
    ...listening,
    headerWord: delivery.headerWord,
    drainMs: (numberOf(settings, 'drain-seconds', 0, DRAIN_SECONDS_MAX) ?? defaults.drainSeconds) * 1000,
    service: {
      ...storeSettings(settings, defaults),
      ...delivery,
      trustedProxies: textsOf(settings, 'trusted-proxy'),
      allowedOrigins: textsOf(settings, 'allow-origin'),
      delivers: !isSet(settings, 'no-deliver'),
      separateAdmin: listening.adminPort !== undefined,
      ...(keepEventsMs !== undefined && { keepEventsMs }),
      ...(tokenLifetimeMs !== undefined && { tokenLifetimeMs }),
      ...(bodyKib !== undefined && { bodyLimitBytes: bodyKib * 1024 }),
      ...(connectionsMax !== undefined && { connectionsMax }),
      ...(waitingWritesMax !== undefined && { waitingWritesMax }),
      ...(loginsMax !== undefined && { loginsMax }),
      ...(listsOfOneMax !== undefined && { listsOfOneMax }),
    },
  };
}

/** @throws {ServiceError} `bad-argument` */
export function deliverySettings(settings: Settings): DeliveryOptions & { readonly headerWord: string } {
  checkedOf(settings, 'delivery-allow', (range) => createAddressPolicy([range]));
  checkedOf(settings, 'delivery-ca', requireCertificates);
  checkedOf(settings, 'delivery-proxy', proxyOf);
  const leaseSeconds = numberOf(settings, 'lease-seconds', 1, LEASE_SECONDS_MAX);
  const attemptSeconds = numberOf(settings, 'attempt-seconds', 1, ATTEMPT_SECONDS_MAX);
  const attemptsInFlightMax = numberOf(settings, 'attempts-in-flight', 1, ATTEMPTS_IN_FLIGHT_LIMIT);
  const retryDelaysMs = durationsOf(settings, 'retry-delays', RETRIES_MAX);
  return {
    headerWord:
      matchOf(settings, 'header-word', HEADER_WORD_PATTERN, `letters and digits, with hyphens inside, such as ${HEADER_WORD}`) ??
      HEADER_WORD,
    deliveryAllow: textsOf(settings, 'delivery-allow'),
    deliveryCaFile: absolute(textOf(settings, 'delivery-ca')),
    deliveryProxy: textOf(settings, 'delivery-proxy'),
    ...(leaseSeconds !== undefined && { leaseMs: leaseSeconds * 1000 }),
    ...(attemptSeconds !== undefined && { attemptDeadlineMs: attemptSeconds * 1000 }),
    ...(attemptsInFlightMax !== undefined && { attemptsInFlightMax }),
    ...(retryDelaysMs !== undefined && { retryDelaysMs }),
  };
}

/** @throws {ServiceError} `bad-argument` */
export function monitorSettings(settings: Settings): Pick<ServingSettings, 'host' | 'monitorPort'> {
  return { host: textOf(settings, 'host') ?? HOST_DEFAULT, monitorPort: portOf(settings, 'monitor-port') };
}

function requireOrigin(text: string): void {
  if (!isOrigin(text)) throw new Error(`${text} is no origin. Give scheme, host and port alone, such as https://shop.example.com.`);
}

// So that it can be written into a configuration that is read from elsewhere.
function absolute(file: string | undefined): string | undefined {
  return file === undefined ? undefined : resolve(file);
}
