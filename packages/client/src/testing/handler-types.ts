import type { operations as Contract } from '../generated/customer.ts';
import type { Input } from '../resources/branded.ts';

/** Every operation that a test double can answer. */
export type OperationName = keyof Contract;

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : undefined;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? Exclude<Query, undefined> : never;

/** A request as a handler of a test double gets it. */
export interface TestRequest<Name extends OperationName> {
  /** The identifiers in the path, as they are written there, with `companyId` if there is one. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: { readonly [Key in keyof QueryOf<Contract[Name]>]: string };
  readonly body: BodyOf<Contract[Name]>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;

/** An answer that the contract has for the operation, discriminated by its status. */
export type TestAnswer<Name extends OperationName> = {
  readonly [Status in keyof Contract[Name]['responses']]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  } & AnswerBody<ContentOf<Contract[Name]['responses'][Status]>>;
}[keyof Contract[Name]['responses']];

type AnswerBody<Content> = [Content] extends [undefined]
  ? { readonly body?: undefined }
  : Content extends { readonly code: string; readonly title: string }
    ? { readonly body: { readonly code: string } & Input<Partial<Content>> }
    : { readonly body: Input<Content> };

/** What a test double answers: one function for each operation that the code under test calls. */
export type TestHandlers = {
  readonly [Name in OperationName]?: ((request: TestRequest<Name>) => TestAnswer<Name> | Promise<TestAnswer<Name>>) | undefined;
};
