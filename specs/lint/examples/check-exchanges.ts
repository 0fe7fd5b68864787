import type { Bundle } from '../../build/bundle.ts';
import type { Finding } from '../finding.ts';
import { type Exchange, exampleLine, exchangesOf } from './exchange.ts';
import { type OperationSchemas, operationsOf, type ResponseSchemas } from './operations.ts';
import { type Check, type Fault, openApiSchemas } from './schemas.ts';

/** Judges every example of the document's operations by the document: parameters, bodies, status and headers. */
export function checkExchanges(document: Bundle, examples: string): readonly Finding[] {
  const check = openApiSchemas(document);
  return operationsOf(document).flatMap((operation) =>
    exchangesOf(examples, operation.operationId).flatMap(({ file, exchange }) =>
      faultsOf(exchange, operation, check).map(({ path, message }) => ({
        where: exampleLine(file, path),
        message: `${message}. Correct the example or the contract.`,
      })),
    ),
  );
}

function faultsOf(exchange: Exchange, operation: OperationSchemas, check: Check): readonly Fault[] {
  const { request, response } = exchange;
  const declared = operation.responses.get(String(response.status));
  return [
    ...parameterFaults(request, operation, check),
    // A refusal may be shown with the invalid request that causes it.
    ...(response.status < 400 ? bodyFaults('request', request.body, operation.body, check) : []),
    ...(declared
      ? responseFaults(response, declared, check)
      : [{ path: ['response', 'status'], message: `response.status: ${operation.operationId} does not declare ${response.status}` }]),
  ];
}

function parameterFaults(request: Exchange['request'], { parameters }: OperationSchemas, check: Check): readonly Fault[] {
  const sent = request.parameters ?? {};
  const known = parameters.filter((parameter) => parameter.in !== 'header');
  const at = (name: string): readonly string[] => ['request', 'parameters', name];
  return [
    ...Object.keys(sent)
      .filter((name) => !known.some((parameter) => parameter.name === name))
      .map((name) => ({ path: at(name), message: `request.parameters: there is no ${name}` })),
    ...known.flatMap(({ name, required, schema }) => {
      if (name in sent) return inside(at(name), check(schema, sent[name]));
      return required ? [{ path: at(name), message: `request.parameters: ${name} is missing` }] : [];
    }),
  ];
}

function responseFaults({ headers = {}, body }: Exchange['response'], declared: ResponseSchemas, check: Check): readonly Fault[] {
  const at = (name: string): readonly string[] => ['response', 'headers', name];
  const missing = [...declared.headers].filter(([name, { required }]) => required && !(name in headers));
  return [
    ...missing.map(([name]) => ({ path: at(name), message: `response.headers: ${name} is missing` })),
    ...Object.entries(headers).flatMap(([name, value]) => {
      const header = declared.headers.get(name);
      if (!header) return [{ path: at(name), message: `response.headers: ${name} is not declared` }];
      // On the wire every header is a string, Retry-After too.
      return inside(at(name), check(header.schema, /^\d+$/.test(value) ? Number(value) : value));
    }),
    ...bodyFaults('response', body, declared.body, check),
  ];
}

function bodyFaults(of: 'request' | 'response', body: unknown, schema: string | undefined, check: Check): readonly Fault[] {
  const path = [of, 'body'];
  if (schema === undefined) return body === undefined ? [] : [{ path, message: `${of}.body: there is none in the contract` }];
  return body === undefined ? [{ path, message: `${of}.body is missing` }] : inside(path, check(schema, body));
}

/** Faults of a value as faults of the exchange that it stands in. */
function inside(outer: readonly string[], faults: readonly Fault[]): readonly Fault[] {
  return faults.map(({ path, message }) => ({ path: [...outer, ...path], message: `${outer.join('.')}: ${message}` }));
}
