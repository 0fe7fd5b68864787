import type { AsyncApiDocument, Deprecation, OpenApiDocument, Schema } from '../read/documents.ts';
import type { Limit } from '../read/limits.ts';
import type { Problem } from '../read/problems.ts';
import type { RuleRow } from '../read/rules.ts';
import type { Effect } from './effect.ts';

export type { Deprecation, Limit, Problem };

/** A rule with what it binds. */
export interface Rule extends Omit<RuleRow, 'binds' | 'row'> {
  /** The operationIds and event types that it binds, sorted. */
  readonly operations: readonly string[];
}

export const APIS = ['admin', 'customer'] as const;
export type Api = (typeof APIS)[number];

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  /** Set by our client in every request, so that no caller is asked for it. */
  readonly setByClient: boolean;
  readonly description?: string;
  readonly deprecation?: Deprecation;
}

export interface Body {
  readonly mediaType: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** The first of its examples. */
  readonly example?: unknown;
}

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Set by the contract pipeline of the server, so that no handler is asked for it. */
  readonly setByPipeline: boolean;
  readonly description?: string;
  readonly deprecation?: Deprecation;
}

/** A response of an operation. */
export interface Answer {
  readonly status: number;
  readonly description?: string;
  readonly headers: readonly Header[];
  readonly body?: Omit<Body, 'required'>;
}

export interface Operation {
  readonly id: string;
  readonly api: Api;
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecation?: Deprecation;
  /** The rules that bind it, sorted. */
  readonly rules: readonly string[];
  readonly level: 'stated' | 'chosen';
  readonly token: boolean;
  readonly license: boolean;
  readonly company: boolean;
  readonly acceptsKey: boolean;
  readonly concurrency: boolean;
  /** What it does with the objects of a resource. */
  readonly effect?: Effect;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  /** Its successful responses. */
  readonly answers: readonly Answer[];
  /** All others that it declares. */
  readonly refusals: readonly Answer[];
  /** The problem codes that it can answer, sorted. */
  readonly problems: readonly string[];
}

export interface EventMessage {
  /** `{Object}.{EventType}`, as on the wire. */
  readonly type: string;
  readonly summary?: string;
  readonly deprecation?: Deprecation;
  readonly level: 'stated' | 'chosen';
  readonly payload: Schema;
  /** The payload of its first example. */
  readonly example?: unknown;
}

/** The contract as the emitters see it: everything sorted by its id, nothing in it ever changed. */
export interface Contract {
  /** The name of the folder that it was read from, for the headers of generated files. */
  readonly origin: string;
  /** The version of the contract's package. */
  readonly version: string;
  /** The version segment of every path. */
  readonly apiVersion: string;
  readonly operations: readonly Operation[];
  readonly events: readonly EventMessage[];
  readonly rules: readonly Rule[];
  readonly problems: readonly Problem[];
  /** In the order in which they are written, which groups them. */
  readonly limits: readonly Limit[];
  /** The bundled documents, whose components the schemas refer to. */
  readonly documents: { readonly admin: OpenApiDocument; readonly customer: OpenApiDocument; readonly events: AsyncApiDocument };
}
