import type { components, paths } from './generated/customer.ts';
import type { CallOptions } from './options/call-options.ts';
import type { Input } from './resources/branded.ts';

/** The methods of the contract, as its paths name them. */
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
  | {
      /** The body of the success; undefined if it has none. */
      readonly data: PathData<Path, Method>;
      /** Absent: the call succeeded. */
      readonly error?: undefined;
      /** The answer of `fetch`, whose body has been read. */
      readonly response: Response;
    }
  | {
      /** Absent: the call was refused. */
      readonly data?: undefined;
      /** The problem document of the refusal. */
      readonly error: components['schemas']['Problem'];
      /** The answer of `fetch`, whose body has been read. */
      readonly response: Response;
    };

/** The body of a success, or undefined if it has none. */
export type PathData<Path extends PathsWith<Method>, Method extends PathMethod> = SuccessOf<paths[Path][Method]>;

/** Calls by path with one method. */
export type PathCall<Method extends PathMethod> = <Path extends PathsWith<Method>>(
  path: Path,
  ...init: PathArguments<Path, Method>
) => Promise<PathAnswer<Path, Method>>;

/** The Customer API by its paths, for one company. The client fills in version, company and headers. */
export interface PathClient {
  /** Reads. It has no body, and is repeated freely. */
  readonly GET: PathCall<'get'>;
  /** Creates, or does something once. It has a key, its own or one of the client. */
  readonly POST: PathCall<'post'>;
  /** Replaces. It has a key, its own or one of the client. */
  readonly PUT: PathCall<'put'>;
  /** Deletes. It has no body and no key. */
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
  /** The parameters by their places. */
  readonly params?:
    | {
        /** The values of the path's `{placeholders}`, besides the two that the client fills in. */
        readonly path?: Readonly<Record<string, string | number>> | undefined;
        /** The query. A member that is undefined is left out. */
        readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
        /** A POST or PUT has a key of its own. A PATCH is repeated only with one of yours. */
        readonly header?:
          | {
              /** The key of the request. */
              readonly 'Idempotency-Key'?: string | undefined;
            }
          | undefined;
      }
    | undefined;
  /** It is sent as JSON. */
  readonly body?: object | undefined;
}

/** What a call to any path answers: the JSON or the text of a success, or the `error` of a refusal. */
export type AnyPathAnswer =
  | {
      /** The JSON of the success, or its text. */
      readonly data: unknown;
      /** Absent: the call succeeded. */
      readonly error?: undefined;
      /** The answer of `fetch`, whose body has been read. */
      readonly response: Response;
    }
  | {
      /** Absent: the call was refused. */
      readonly data?: undefined;
      /** The problem document of the refusal. */
      readonly error: components['schemas']['Problem'];
      /** The answer of `fetch`, whose body has been read. */
      readonly response: Response;
    };

/** The parameters and the body of an operation, each required if the contract requires it. */
type PathRequest<Operation> = Operation extends { readonly parameters: infer Parameters }
  ? (Parameters extends { readonly path: object }
      ? {
          /** The parameters by their places: `path`, `query` and `header`. */
          readonly params: PathParameters<Parameters>;
        }
      : {
          /** The parameters by their places: `query` and `header`. */
          readonly params?: PathParameters<Parameters> | undefined;
        }) &
      (Operation extends { readonly requestBody: { readonly content: { readonly 'application/json': infer Body } } }
        ? {
            /** What is sent as JSON. A member that is undefined is left out. */
            readonly body: Input<Body>;
          }
        : {
            /** Absent: the contract has no body here. */
            readonly body?: undefined;
          })
  : never;

/** The parameters of each place that has any. */
type PathParameters<Parameters> = {
  readonly [Place in keyof Parameters as [Parameters[Place]] extends [undefined] ? never : Place]: Input<Parameters[Place]>;
};

/** The body of each success of an operation. */
type SuccessOf<Operation> = Operation extends { readonly responses: infer Responses }
  ? {
      readonly [Status in keyof Responses]: `${Status & number}` extends `2${string}` ? ContentOf<Responses[Status]> : never;
    }[keyof Responses]
  : never;
/** The body of an answer in any of its media types; undefined if it has none. */
type ContentOf<Answer> = Answer extends { readonly content: infer Content } ? Content[keyof Content] : undefined;
