import {
  anything,
  callable,
  flag,
  type Given,
  listOf,
  milliseconds,
  type OptionKind,
  type OptionKinds,
  readOptions,
  record,
  required,
  text,
  wholeNumber,
} from '#runtime';
import type { DeliveryOptions } from '../delivery/delivery.ts';
import { isOrigin } from '../http/browser-origins.ts';
import { ServiceError } from '../model/service-error.ts';
import type { PasswordCost } from '../security/password.ts';
import type { StoreOptions } from '../store/open-store.ts';

/** What a service is started with. */
export interface ServiceOptions extends StoreOptions, DeliveryOptions {
  /** Whether this process delivers as well. By default it does. If not, `business-cloud-service deliver` must run somewhere. */
  readonly delivers?: boolean | undefined;
  /** Whether the Admin API has an app of its own, for a port of its own. */
  readonly separateAdmin?: boolean | undefined;
  /** The cost of hashing the passwords of new users. By default it is that of D-11. Take less only for tests that log in hundreds of times. */
  readonly passwordCost?: PasswordCost | undefined;
  /** How long a token lasts, in milliseconds (D-11). */
  readonly tokenLifetimeMs?: number | undefined;
  /** The largest body of a request, in bytes. */
  readonly bodyLimitBytes?: number | undefined;
  /** How many logins wait or are checked at once, and half as many with one API key. 64 by default. */
  readonly loginsMax?: number | undefined;
  /** Address ranges of reverse proxies that say by `X-Forwarded-For` where a login comes from. None by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Origins whose pages may call from a browser, such as `https://shop.example.com`. None by default. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** How many lists of one user are read or wait. 256 by default. */
  readonly listsOfOneMax?: number | undefined;
  /** How long events are kept, with their deliveries and attempts, in milliseconds. 30 days by default. `Infinity` keeps them for ever. */
  readonly keepEventsMs?: number | undefined;
}

const sealingKey: OptionKind = {
  expected: 'a Buffer with the 32 bytes of the key, or a function that answers one',
  accepts: (value) => Buffer.isBuffer(value) || callable.accepts(value),
};

const origin: OptionKind = {
  expected: 'an origin such as https://shop.example.com',
  accepts: (value) => typeof value === 'string' && isOrigin(value),
};

const STORE: OptionKinds<StoreOptions> = {
  database: required(text),
  sealingKey: required(sealingKey),
  log: required(record('info', 'warn', 'error', 'debug')),
  statementTimeoutMs: milliseconds(0),
  connectionsMax: wholeNumber(1),
  waitingWritesMax: wholeNumber(0),
};

const DELIVERY: OptionKinds<DeliveryOptions> = {
  // Who uses it says what it may be.
  headerWord: anything,
  deliveryAllow: listOf(text),
  deliveryCaFile: text,
  deliveryProxy: text,
  retryDelaysMs: listOf(milliseconds(0)),
  attemptDeadlineMs: milliseconds(1),
  attemptsInFlightMax: wholeNumber(1),
  leaseMs: milliseconds(1),
  drainMs: milliseconds(0),
};

const SERVICE: OptionKinds<ServiceOptions> = {
  ...STORE,
  ...DELIVERY,
  delivers: flag,
  separateAdmin: flag,
  passwordCost: record(),
  tokenLifetimeMs: milliseconds(1),
  bodyLimitBytes: wholeNumber(1),
  loginsMax: wholeNumber(1),
  trustedProxies: listOf(text),
  allowedOrigins: listOf(origin),
  listsOfOneMax: wholeNumber(1),
  keepEventsMs: milliseconds(0, 'or Infinity'),
};

const COST: OptionKinds<PasswordCost> = { memoryKiB: required(wholeNumber(8)), passes: required(wholeNumber(1)) };

/** @throws {ServiceError} `bad-argument` for an option that cannot be used */
export function readServiceOptions(given: ServiceOptions): Given<ServiceOptions> {
  const options = readOptions<ServiceOptions>(given, SERVICE, refuse);
  if (options.passwordCost !== undefined) readOptions<PasswordCost>(options.passwordCost, COST, refuse, 'passwordCost.');
  return options;
}

/** The same for a process that delivers alone. @throws {ServiceError} `bad-argument` */
export function readDeliveryProcessOptions(given: StoreOptions & DeliveryOptions): Given<StoreOptions & DeliveryOptions> {
  return readOptions<StoreOptions & DeliveryOptions>(given, { ...STORE, ...DELIVERY }, refuse);
}

function refuse(sentence: string): ServiceError {
  return new ServiceError('bad-argument', sentence);
}
