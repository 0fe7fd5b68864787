/** Sends one request and answers the response, as the global `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

export interface ClientOptions {
  /** The base address of the Admin API, without `/api`. It may have a path. */
  readonly adminUrl: string;
  /** The base address of the Customer API, without `/api`. It may have a path. */
  readonly customerUrl: string;
  /** The developer's API key. */
  readonly apiKey: string;
  /** A free-form identifier of your application; a value of its own for each application is advised. */
  readonly applicationId: string;
  readonly userName: string;
  readonly password: string;
  /** The product word of the live header names, which stands for `Service` in the contract (D-13). Default `Service`. */
  readonly headerWord?: string;
  /** What sends requests. Default: the global `fetch`. */
  readonly fetch?: Fetch;
}
