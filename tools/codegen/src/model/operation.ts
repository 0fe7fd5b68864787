import type {
  BodyObject,
  HeaderObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItemObject,
  Reference,
  ResponseObject,
} from '../read/documents.ts';
import type { Answer, Api, Body, Header, Operation, Parameter } from './contract.ts';
import { deprecationOf } from './deprecation.ts';
import { effectOf } from './effect.ts';
import { resolve } from './resolve.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Headers of responses that the server's pipeline sets by itself, whatever the handler answers. */
const PIPELINE_HEADERS: ReadonlySet<string> = new Set(['Idempotent-Replayed', 'WWW-Authenticate', 'Retry-After']);

/** The ids of the rules that bind what a name stands for. */
export type RulesOf = (name: string) => readonly string[];

/** Every operation of one document, in the order of the document. */
export function buildOperations(api: Api, document: OpenApiDocument, rulesOf: RulesOf): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const node = item[method] as OperationObject | undefined;
      return node ? [buildOperation({ api, document, path, item, method, node }, rulesOf)] : [];
    }),
  );
}

interface Place {
  readonly api: Api;
  readonly document: OpenApiDocument;
  readonly path: string;
  readonly item: PathItemObject;
  readonly method: string;
  readonly node: OperationObject;
}

function buildOperation({ api, document, path, item, method, node }: Place, rulesOf: RulesOf): Operation {
  const schemes = new Set((node.security ?? document.security ?? []).flatMap((alternative) => Object.keys(alternative)));
  const responses = Object.entries(node.responses ?? {}).map(([status, response]) => ({
    status,
    response: resolve<ResponseObject>(document, response),
  }));
  const built = responses.map(({ status, response }) => buildAnswer(document, Number(status), response));
  const effect = effectOf(node);
  const body = node.requestBody && buildBody(resolve<BodyObject>(document, node.requestBody));
  const id = node.operationId ?? '';
  return {
    id,
    api,
    method: method.toUpperCase(),
    path,
    ...textsOf(node),
    ...deprecationOf(node),
    rules: rulesOf(id),
    // A map names only keywords of what the source states.
    level: typeof node['x-chosen'] === 'string' ? 'chosen' : 'stated',
    token: schemes.has('bearer'),
    license: schemes.has('licenseKey'),
    company: path.includes('{companyId}'),
    acceptsKey: node['x-idempotency'] === true,
    concurrency: node['x-concurrency'] === true,
    ...(effect ? { effect } : {}),
    parameters: buildParameters(document, [...(item.parameters ?? []), ...(node.parameters ?? [])]),
    ...(body ? { body } : {}),
    answers: built.filter(({ status }) => isSuccess(status)),
    refusals: built.filter(({ status }) => !isSuccess(status)),
    problems: [...new Set(responses.flatMap(({ response }) => response['x-problems'] ?? []))].sort(),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Parameters of the path item first; a parameter of the operation with the same place and name replaces one of them. */
function buildParameters(document: OpenApiDocument, nodes: readonly (ParameterObject | Reference)[]): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const node of nodes) {
    const parameter = resolve<ParameterObject>(document, node);
    const { name, in: place, required = false, schema = true } = parameter;
    if (place === 'cookie') continue;
    const setByClient = parameter['x-set-by'] === 'client';
    parameters.set(`${place} ${name}`, {
      name,
      in: place,
      required,
      schema,
      setByClient,
      ...textsOf(parameter),
      ...deprecationOf(parameter),
    });
  }
  return [...parameters.values()];
}

function buildBody({ required = false, content }: BodyObject): Body | undefined {
  const [first] = Object.entries(content);
  const [example] = Object.values(first?.[1].examples ?? {});
  return first && { mediaType: first[0], required, schema: first[1].schema ?? true, ...(example && { example: example.value }) };
}

function buildAnswer(document: OpenApiDocument, status: number, { description, headers = {}, content = {} }: ResponseObject): Answer {
  const [first] = Object.entries(content);
  const built = Object.entries(headers).map(([name, node]) => buildHeader(name, resolve<HeaderObject>(document, node)));
  const answer = { status, ...(description && { description }), headers: built.sort((a, b) => compare(a.name, b.name)) };
  if (first === undefined) return answer;
  const [example] = Object.values(first[1].examples ?? {});
  return { ...answer, body: { mediaType: first[0], schema: first[1].schema ?? true, ...(example && { example: example.value }) } };
}

function buildHeader(name: string, header: HeaderObject): Header {
  const { required = false, schema = true, description, 'x-set-by': setBy } = header;
  const setByPipeline = setBy === 'pipeline' || PIPELINE_HEADERS.has(name);
  return { name, required, schema, setByPipeline, ...(description && { description }), ...deprecationOf(header) };
}

function textsOf({
  summary,
  description,
}: {
  readonly summary?: string;
  readonly description?: string;
}): Pick<Operation, 'summary' | 'description'> {
  return { ...(summary === undefined ? {} : { summary }), ...(description === undefined ? {} : { description }) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
