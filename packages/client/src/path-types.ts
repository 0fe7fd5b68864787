import type { components, paths } from './generated/customer.ts';
import type { CallOptions } from './options/call-options.ts';
import type { Input } from './resources/branded.ts';

export type PathMethod = 'get' | 'post' | 'put' | 'delete';

/** The paths of the Customer API that take this method. */
export type PathsWith<Method extends PathMethod> = {
  readonly [Path in keyof paths]: paths[Path] extends { readonly [Name in Method]: object } ? Path : never;
}[keyof paths];

/** What a call by path takes: the parameters and the body that the contract demands there, and the options of any call. */
export type PathInit<Path extends PathsWith<Method>, Method extends PathMethod> = CallOptions & PathRequest<paths[Path][Method]>;

/** The arguments after the path. They may be left out if the contract demands nothing. */
export type PathArguments<Path extends PathsWith<Method>, Method extends PathMethod> =
  Record<never, never> extends PathInit<Path, Method> ? [init?: PathInit<Path, Method> | undefined] : [init: PathInit<Path, Method>];

/** What a call by path answers: `data` of a success or the `error` of a refusal, and never both. */
export type PathAnswer<Path extends PathsWith<Method>, Method extends PathMethod> =
  | { readonly data: PathData<Path, Method>; readonly error?: undefined; readonly response: Response }
  | { readonly data?: undefined; readonly error: components['schemas']['Problem']; readonly response: Response };

/** The body of a success, or undefined if it has none. */
export type PathData<Path extends PathsWith<Method>, Method extends PathMethod> = SuccessOf<paths[Path][Method]>;

/** Calls by path with one method. */
export type PathCall<Method extends PathMethod> = <Path extends PathsWith<Method>>(
  path: Path,
  ...init: PathArguments<Path, Method>
) => Promise<PathAnswer<Path, Method>>;

/** The Customer API by its paths, for one company. The client fills in version, company and headers. */
export interface PathClient {
  readonly GET: PathCall<'get'>;
  readonly POST: PathCall<'post'>;
  readonly PUT: PathCall<'put'>;
  readonly DELETE: PathCall<'delete'>;
  /**
   * Any path of the service, also one that the contract does not have: with the login, the keys and the repetition of every other call.
   * Nothing is known about what it takes and answers. `{version}` and `{companyId}` are filled in.
   */
  request(method: PathMethodName, path: string, init?: AnyPathInit | undefined): Promise<AnyPathAnswer>;
}

/** The methods of calls to any path. */
export type PathMethodName = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a call to any path takes. */
export interface AnyPathInit extends CallOptions {
  readonly params?:
    | {
        readonly path?: Readonly<Record<string, string | number>> | undefined;
        readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
        /** A POST or PUT has a key of its own. A PATCH is repeated only with one of yours. */
        readonly header?: { readonly 'Idempotency-Key'?: string | undefined } | undefined;
      }
    | undefined;
  /** It is sent as JSON. */
  readonly body?: object | undefined;
}

/** What a call to any path answers: the JSON or the text of a success, or the `error` of a refusal. */
export type AnyPathAnswer =
  | { readonly data: unknown; readonly error?: undefined; readonly response: Response }
  | { readonly data?: undefined; readonly error: components['schemas']['Problem']; readonly response: Response };

type PathRequest<Operation> = Operation extends { readonly parameters: infer Parameters }
  ? (Parameters extends { readonly path: object }
      ? { readonly params: PathParameters<Parameters> }
      : { readonly params?: PathParameters<Parameters> | undefined }) &
      (Operation extends { readonly requestBody: { readonly content: { readonly 'application/json': infer Body } } }
        ? { readonly body: Input<Body> }
        : { readonly body?: undefined })
  : never;

/** The parameters of each place that has any. */
type PathParameters<Parameters> = {
  readonly [Place in keyof Parameters as [Parameters[Place]] extends [undefined] ? never : Place]: Input<Parameters[Place]>;
};

type SuccessOf<Operation> = Operation extends { readonly responses: infer Responses }
  ? {
      readonly [Status in keyof Responses]: `${Status & number}` extends `2${string}` ? ContentOf<Responses[Status]> : never;
    }[keyof Responses]
  : never;
type ContentOf<Answer> = Answer extends { readonly content: infer Content } ? Content[keyof Content] : undefined;
