import type { BodySetting, EventObjectSetting, PathSetting } from '../generated/resources.ts';

/** A company that the credentials may use, with its license key. */
export interface Company {
  /** The identifier as text, `{companyId}` in a path: an integer of any size. */
  readonly id: string;
  /** The license key that gives access to the company. */
  readonly licenseKey: string;
}

/** Paths (with {version}, {companyId}, {id}) of the operations whose paths the source does not give; null if the target lacks one. */
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

/** The companies of a target, with the foreign one. */
export function companiesOf({ companies, foreignCompany }: Pick<Target, 'companies' | 'foreignCompany'>): readonly Company[] {
  return [...companies, ...(foreignCompany ? [foreignCompany] : [])];
}

/** The suite replaces this in a document's body by the id of a contact that it creates for the document. */
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
  /** Where the service is, and the names of its paths and headers. */
  readonly service: ServiceConfig;
  /** The credentials of the suite's user. */
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
  /** The service's choices where the contract leaves them open. */
  readonly surface: Surface;
  /** How the suite controls the service's clock. */
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
    /** How long one delivery stays unanswered, unless the service gives up first. Default 40 000. */
    readonly hangAtMostMs: number;
  };
}

/** Where the service is, and the names of its paths and headers. */
export interface ServiceConfig {
  /** The base address of the Admin API, without `/api`. */
  readonly adminUrl: string;
  /** The base address of the Customer API, without `/api`. */
  readonly customerUrl: string;
  /** The version in the paths, such as `v3`. */
  readonly version: string;
  /** The product word in header names. Default `Service`. */
  readonly headerWord: string;
  /** A CA certificate that the suite trusts besides the well-known ones, for the service's certificate. */
  readonly caFile?: string;
  /** PEM files with the suite's client certificate and key. */
  readonly clientCertificate?: CertificateFiles;
  /** The address of an HTTP proxy for all requests to the service, and only for them. */
  readonly proxy?: string;
  /** Extra headers of every request to the service, for example for a gateway. Reports hide their values. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The suite's own HTTPS endpoint for webhook deliveries. */
export interface ReceiverConfig {
  /** host:port to listen on. Port 0 takes a free one. */
  readonly listen: string;
  /** The address that the target posts to. `{port}` becomes the port of the receiver. */
  readonly publicUrl: string;
  /** PEM files for the endpoint. If absent, the suite's own CA issues a certificate. */
  readonly tls?: CertificateFiles;
  /** The file for the certificate of the suite's own CA, which is used if `tls` is absent. */
  readonly caFile: string;
  /** Where deliveries may come from: addresses or ranges. Absent if the service names none. */
  readonly senderAddresses?: readonly string[];
}
