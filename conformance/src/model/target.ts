import type { BodySetting, EventObjectSetting, PathSetting } from '../generated/resources.ts';

/** A company that the credentials may use, and the license key that belongs to it. */
export interface Company {
  /** Its identifier as text: `{companyId}` in a path; an integer of any size. */
  readonly id: string;
  /** The key that opens the company. */
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

/** A body as JSON; the suite varies its texts, numbers and dates. */
export type Body = Readonly<Record<string, unknown>>;

/** How a user logs in. */
interface Login {
  /** The name of the user. */
  readonly userName: string;
  /** The password of the user. No report shows it. */
  readonly password: string;
}

/** A certificate and its key. */
interface CertificateFiles {
  /** The path of the certificate, with its chain, in PEM. */
  readonly cert: string;
  /** The path of the private key, in PEM. */
  readonly key: string;
}

/** Everything the suite knows about what it judges: `conformance.yaml`, validated, defaults filled in. */
export interface Target {
  /** Where the service is, and how it names things. */
  readonly service: ServiceConfig;
  /** Who the suite is to the service. */
  readonly credentials: Login & {
    /** The API key of the developer. */
    readonly apiKey: string;
    /** The identifier of the application that every request names. */
    readonly applicationId: string;
  };
  /** The companies of this user. The first is used most. */
  readonly companies: readonly [Company, ...Company[]];
  /** Another user of the first company, with the same API key. */
  readonly otherUser?: Login;
  /** A company that exists at the target, but does not belong to this user. */
  readonly foreignCompany?: Company;
  /** Where the suite receives deliveries. */
  readonly receiver: ReceiverConfig;
  /** What the contract leaves open, as the service has it. */
  readonly surface: Surface;
  /** What the service lets the suite do with its time. */
  readonly controls: {
    /** The address that moves the clock of the service. Absent if there is none. */
    readonly clock?: string;
    /** How long a token lives at most, in milliseconds. */
    readonly tokenLifetimeAtMostMs: number;
  };
  /** Real time, in milliseconds. */
  readonly timing: {
    /** How long to wait for a delivery. Default 10 000. */
    readonly deliveryWithinMs: number;
    /** How long to wait for a retry. Default 20 000. */
    readonly retryWithinMs: number;
    /** How long to wait before the suite concludes that nothing comes. Default 750. */
    readonly quietMs: number;
    /** How long one delivery stays unanswered, until the service gives it up. Default 40 000. */
    readonly hangAtMostMs: number;
  };
}

/** Where the service is, and how its paths and headers are named. */
export interface ServiceConfig {
  /** The base address of the Admin API, without `/api`. */
  readonly adminUrl: string;
  /** The base address of the Customer API, without `/api`. */
  readonly customerUrl: string;
  /** The version in the paths, such as `v3`. */
  readonly version: string;
  /** The product word in header names. Default `Service`. */
  readonly headerWord: string;
  /** The certificate of an authority that the suite trusts beside the well-known ones, for the service's own certificate. */
  readonly caFile?: string;
  /** PEM files that show the service who the suite is. */
  readonly clientCertificate?: CertificateFiles;
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
  /** PEM files for the endpoint. Absent: the suite makes a certificate of its own CA. */
  readonly tls?: CertificateFiles;
  /** Where the suite writes the certificate of its own CA if `tls` is absent. */
  readonly caFile: string;
  /** Where deliveries may come from: addresses or ranges. Absent if the service names none. */
  readonly senderAddresses?: readonly string[];
}
