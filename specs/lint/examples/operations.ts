import type { Bundle } from '../../build/bundle.ts';
import { isNode, type Node } from '../visitor.ts';
import { pointerTo, resolvePointer } from './pointer.ts';

/** What an example of an operation is judged by; schemas as pointers into the document. */
export interface OperationSchemas {
  readonly operationId: string;
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly required: boolean; readonly schema: string }[];
  /** The request body, when there is one. */
  readonly body?: string;
  readonly responses: ReadonlyMap<string, ResponseSchemas>;
}

export interface ResponseSchemas {
  /** The body, when there is one. */
  readonly body?: string;
  readonly headers: ReadonlyMap<string, { readonly required: boolean; readonly schema: string }>;
}

/** The operations of a bundled OpenAPI document. */
export function operationsOf(document: Bundle): readonly OperationSchemas[] {
  const reader = new Reader(document);
  return reader.members(pointerTo('paths')).flatMap((path) =>
    reader
      .members(path)
      .filter((at) => typeof reader.node(at).operationId === 'string')
      .map((at) => reader.operation(at, path)),
  );
}

/** Walks a document by pointers and follows references on the way. */
class Reader {
  readonly #document: Bundle;

  constructor(document: Bundle) {
    this.#document = document;
  }

  operation(at: string, path: string): OperationSchemas {
    const body = this.#bodySchema(this.#settle(`${at}/requestBody`));
    return {
      operationId: String(this.node(at).operationId),
      parameters: [...this.members(`${path}/parameters`), ...this.members(`${at}/parameters`)].map((parameter) =>
        this.#parameter(parameter),
      ),
      ...(body && { body }),
      responses: new Map(this.members(`${at}/responses`).map((response) => [lastOf(response), this.#response(this.#settle(response))])),
    };
  }

  /** Pointers to the members of a node or the entries of a list. */
  members(at: string): readonly string[] {
    const value = resolvePointer(this.#document, this.#settle(at));
    if (typeof value !== 'object' || value === null) return [];
    return Object.keys(value).map((member) => this.#settle(at) + pointerTo(member).slice(1));
  }

  node(at: string): Node {
    const value = resolvePointer(this.#document, at);
    return isNode(value) ? value : {};
  }

  #parameter(reference: string): OperationSchemas['parameters'][number] {
    const at = this.#settle(reference);
    const { in: place, name, required } = this.node(at);
    return { in: String(place), name: String(name), required: required === true, schema: `${at}/schema` };
  }

  #response(at: string): ResponseSchemas {
    const body = this.#bodySchema(at);
    const headers = this.members(`${at}/headers`).map((header) => {
      const settled = this.#settle(header);
      return [lastOf(header), { required: this.node(settled).required === true, schema: `${settled}/schema` }] as const;
    });
    return { ...(body && { body }), headers: new Map(headers) };
  }

  #bodySchema(at: string): string | undefined {
    const [media] = this.members(`${at}/content`);
    return media && `${media}/schema`;
  }

  /** The place that a reference leads to, or the place itself. */
  #settle(at: string): string {
    const { $ref } = this.node(at);
    return typeof $ref === 'string' ? $ref : at;
  }
}

function lastOf(pointer: string): string {
  return decodeURIComponent(pointer.slice(pointer.lastIndexOf('/') + 1));
}
