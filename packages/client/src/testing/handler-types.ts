import type { operations as Contract, components } from '../generated/customer.ts';
import type { Input } from '../resources/branded.ts';

/** Every operation that a test double can answer. */
export type OperationName = keyof Contract;

/** The JSON body that an operation takes; undefined if it takes none. */
type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : undefined;
/** The query of an operation. */
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? Exclude<Query, undefined> : never;

/** A request as a handler of a test double gets it. */
export interface TestRequest<Name extends OperationName> {
  /** The identifiers in the path, as they are written there, with `companyId` if there is one. */
  readonly params: Readonly<Record<string, string>>;
  /** The query, as it is written in the address: numbers are texts. */
  readonly query: { readonly [Key in keyof QueryOf<Contract[Name]>]: string };
  /** The body, parsed; undefined if the operation takes none. */
  readonly body: BodyOf<Contract[Name]>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The body of an answer in any of its media types. */
type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;

/** An answer that the contract has for the operation, discriminated by its status. */
export type TestAnswer<Name extends OperationName> = {
  readonly [Status in keyof Contract[Name]['responses']]: {
    /** The HTTP status, one of those that the contract has for the operation. */
    readonly status: Status;
    /** Headers beside those that the double sets itself: Content-Type, and Location with a 201. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
  } & AnswerBody<ContentOf<Contract[Name]['responses'][Status]>>;
}[keyof Contract[Name]['responses']];

/** The body of an answer. Of a problem, its `code` is enough. */
type AnswerBody<Content> = [Content] extends [undefined]
  ? {
      /** Absent: the answer has none. */
      readonly body?: undefined;
    }
  : Content extends components['schemas']['Problem']
    ? {
        /** The problem document, or a part of it with its `code`. */
        readonly body: ProblemCodeOf & Input<Partial<Content>>;
      }
    : {
        /** What is answered: an object as JSON, a text as it is. */
        readonly body: Input<Content>;
      };

/** What a problem document must say. */
interface ProblemCodeOf {
  /** The stable name of the problem, such as `not-found`. */
  readonly code: string;
}

/** What a test double answers: one function for each operation that the code under test calls. */
export type TestHandlers = {
  readonly [Name in OperationName]?: ((request: TestRequest<Name>) => TestAnswer<Name> | Promise<TestAnswer<Name>>) | undefined;
};
