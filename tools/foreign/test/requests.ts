import { readFile } from 'node:fs/promises';
import { type APIS, documentFile } from './documents.ts';

/** One request of an operation, made of the examples in the document. */
export interface ExampleRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, { value: unknown }>> } };
  };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example: unknown;
}

const METHODS = ['post', 'get', 'put', 'delete'];

/** A request for each operation of a document. */
export async function exampleRequests(api: (typeof APIS)[number]): Promise<readonly ExampleRequest[]> {
  const document = JSON.parse(await readFile(documentFile(api, 'json'), 'utf8'));
  const parameters: readonly Parameter[] = Object.values(document.components.parameters);
  const examples = new Map(parameters.filter((parameter) => parameter.in === 'path').map(({ name, example }) => [name, String(example)]));
  return Object.entries<Record<string, Operation>>(document.paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? '');
      const [example] = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
      return [{ operationId: operation.operationId, method: method.toUpperCase(), path, body: example?.value }];
    }),
  );
}

/** Sends a request to where a document is served. */
export function send(url: string, { method, path, body }: ExampleRequest, headers: Readonly<Record<string, string>>): Promise<Response> {
  if (body === undefined) return fetch(url + path, { method, headers });
  return fetch(url + path, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}
