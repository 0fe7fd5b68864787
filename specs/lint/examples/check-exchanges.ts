import type { Bundle } from '../../build/bundle.ts';
import type { Finding } from '../finding.ts';
import { type Exchange, exchangesOf } from './exchange.ts';
import { type OperationSchemas, operationsOf, type ResponseSchemas } from './operations.ts';
import { type Check, openApiSchemas } from './schemas.ts';

/** Judges every example of the document's operations by the document: parameters, bodies, status and headers. */
export function checkExchanges(document: Bundle, examples: string): readonly Finding[] {
  const check = openApiSchemas(document);
  return operationsOf(document).flatMap((operation) =>
    exchangesOf(examples, operation.operationId).flatMap(({ file, exchange }) =>
      faultsOf(exchange, operation, check).map((message) => ({ where: file, message: `${message}. Correct the example or the contract.` })),
    ),
  );
}

function faultsOf(exchange: Exchange, operation: OperationSchemas, check: Check): readonly string[] {
  const { request, response } = exchange;
  const declared = operation.responses.get(String(response.status));
  return [
    ...parameterFaults(request, operation, check),
    // A refusal may be shown with the invalid request that causes it.
    ...(response.status < 400 ? bodyFaults('request.body', request.body, operation.body, check) : []),
    ...(declared
      ? responseFaults(response, declared, check)
      : [`response.status: ${operation.operationId} does not declare ${response.status}`]),
  ];
}

function parameterFaults(request: Exchange['request'], { parameters }: OperationSchemas, check: Check): readonly string[] {
  const sent = request.parameters ?? {};
  const known = parameters.filter((parameter) => parameter.in !== 'header');
  return [
    ...Object.keys(sent)
      .filter((name) => !known.some((parameter) => parameter.name === name))
      .map((name) => `request.parameters: there is no ${name}`),
    ...known.flatMap(({ name, required, schema }) => {
      if (!(name in sent)) return required ? [`request.parameters: ${name} is missing`] : [];
      return check(schema, sent[name]).map((fault) => `request.parameters.${name}: ${fault}`);
    }),
  ];
}

function responseFaults({ headers = {}, body }: Exchange['response'], declared: ResponseSchemas, check: Check): readonly string[] {
  const faults = [...declared.headers]
    .filter(([name, { required }]) => required && !(name in headers))
    .map(([name]) => `response.headers: ${name} is missing`);
  for (const [name, value] of Object.entries(headers)) {
    const header = declared.headers.get(name);
    if (!header) faults.push(`response.headers: ${name} is not declared`);
    // On the wire every header is a string, Retry-After too.
    else
      faults.push(
        ...check(header.schema, /^\d+$/.test(value) ? Number(value) : value).map((fault) => `response.headers.${name}: ${fault}`),
      );
  }
  return [...faults, ...bodyFaults('response.body', body, declared.body, check)];
}

function bodyFaults(where: string, body: unknown, schema: string | undefined, check: Check): readonly string[] {
  if (schema === undefined) return body === undefined ? [] : [`${where}: there is none in the contract`];
  return body === undefined ? [`${where} is missing`] : check(schema, body).map((fault) => `${where}: ${fault}`);
}
