import type { BodySetting, EventObjectSetting, PathSetting } from '../generated/resources.ts';

/** A company that the credentials may use, and the license key that belongs to it. */
export interface Company {
  /** Its identifier as text: `{companyId}` in a path; an integer of any size. */
  readonly id: string;
  readonly licenseKey: string;
}

/** Paths (with {version}, {companyId}, {id}) of operations whose paths the source does not give; null if the target has none. */
export type Paths = { readonly [Setting in PathSetting]: string | null };

/** What the contract leaves open. */
export interface Surface extends Paths {
  /** A body that creates each resource. */
  readonly bodies: { readonly [Setting in BodySetting]: Body };
  /** The {Object} half of each resource's event types. */
  readonly eventObjects: { readonly [Setting in EventObjectSetting]: string };
  /** The member of a listed company that holds its identifier. */
  readonly companyId: string;
}

/** In a document's body, this is replaced by the id of a contact that the suite creates for it. */
export const CONTACT_PLACEHOLDER = '{anagraficaId}';

export type Body = Readonly<Record<string, unknown>>;

/** Everything the suite knows about what it judges: `conformance.yaml`, validated, defaults filled in. */
export interface Target {
  readonly service: ServiceConfig;
  readonly credentials: { readonly userName: string; readonly password: string; readonly apiKey: string; readonly applicationId: string };
  readonly companies: readonly [Company, ...Company[]];
  /** Another user of the first company, with the same API key. */
  readonly otherUser?: { readonly userName: string; readonly password: string };
  /** A company that exists at the target, but does not belong to this user. */
  readonly foreignCompany?: Company;
  readonly receiver: ReceiverConfig;
  readonly surface: Surface;
  readonly controls: { readonly clock?: string; readonly tokenLifetimeAtMostMs: number };
  /** Real time, in milliseconds. */
  readonly timing: {
    readonly deliveryWithinMs: number;
    readonly retryWithinMs: number;
    readonly quietMs: number;
    readonly hangAtMostMs: number;
  };
}

/** Where the service is, and how its paths and headers are named. */
export interface ServiceConfig {
  readonly adminUrl: string;
  readonly customerUrl: string;
  readonly version: string;
  readonly headerWord: string;
  /** The certificate of an authority that the suite trusts beside the well-known ones, for the service's own certificate. */
  readonly caFile?: string;
  /** PEM files that show the service who the suite is. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string };
  /** The address of an HTTP proxy for every request to the service, and for nothing else. */
  readonly proxy?: string;
  /** Headers that every request to the service carries too, for example for a gateway. No report shows them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The suite's own HTTPS endpoint for webhook deliveries. */
export interface ReceiverConfig {
  /** host:port to listen on. Port 0 takes a free one. */
  readonly listen: string;
  /** The address that the target posts to. `{port}` is replaced by the port of the receiver. */
  readonly publicUrl: string;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Where the suite writes the certificate of its own CA if `tls` is absent. */
  readonly caFile: string;
  readonly senderAddresses?: readonly string[];
}
