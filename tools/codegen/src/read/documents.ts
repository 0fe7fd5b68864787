/**
 * The parts of a bundled document that the generator reads. Redocly's `struct` rule has checked the shape before these types are
 * put on it; that is why `bundleDocument` may cast.
 */
export interface Reference {
  readonly $ref: string;
}

/** What `x-deprecation` says of something that has `deprecated: true`. */
export interface Deprecation {
  /** The day from which it is deprecated: `2026-12-01`. */
  readonly since: string;
  /** The first day on which it may be gone. */
  readonly sunset: string;
  /** What to use in its place, as a sentence. */
  readonly instead: string;
}

/** A schema in JSON Schema 2020-12; any keyword may stand in it. */
export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly 'x-deprecation'?: Deprecation;
  readonly [keyword: string]: unknown;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly 'x-set-by'?: string;
  readonly 'x-deprecation'?: Deprecation;
}

export interface HeaderObject {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly 'x-set-by'?: string;
  readonly 'x-deprecation'?: Deprecation;
}

export interface BodyObject {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

export interface MediaTypeObject {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface ExampleObject {
  readonly value?: unknown;
}

export interface ResponseObject {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
  readonly 'x-problems'?: readonly string[];
}

export interface OperationObject {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: BodyObject | Reference;
  readonly responses?: Readonly<Record<string, ResponseObject | Reference>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-chosen'?: string | Readonly<Record<string, string>>;
  readonly 'x-idempotency'?: boolean;
  readonly 'x-concurrency'?: boolean;
  readonly 'x-fires'?: string;
  readonly 'x-does'?: { readonly [member: string]: string } & { readonly once?: unknown };
  readonly 'x-deprecation'?: Deprecation;
}

export interface PathItemObject {
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly [method: string]: unknown;
}

export interface OpenApiDocument {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly paths: Readonly<Record<string, PathItemObject>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>>; readonly [kind: string]: unknown };
}

export interface MessageObject {
  readonly name?: string;
  readonly summary?: string;
  readonly payload?: Schema;
  readonly examples?: readonly { readonly payload?: unknown }[];
  readonly 'x-chosen'?: string | Readonly<Record<string, string>>;
}

export interface AsyncApiDocument {
  readonly channels?: Readonly<Record<string, { readonly messages?: Readonly<Record<string, MessageObject | Reference>> }>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}
