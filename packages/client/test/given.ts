import type { ClientOptions, CompanyClient, ConnectionOptions, Id } from '../src/index.ts';
import type { Tracer } from '../src/opentelemetry.ts';

// What the examples in the comments of this package take for given. They are compiled with it.
export declare const options: ClientOptions;
export declare const company: CompanyClient;
export declare const id: Id<'Articolo'>;
export declare const licenseKey: string;
export declare const adminUrl: ConnectionOptions['adminUrl'];
export declare const customerUrl: ConnectionOptions['customerUrl'];
export declare const apiKey: ConnectionOptions['apiKey'];
export declare const userName: ConnectionOptions['userName'];
export declare const password: ConnectionOptions['password'];
/** As `@opentelemetry/api` has it. */
export declare const trace: { getTracer(name: string): Tracer };
