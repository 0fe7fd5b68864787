import type { Answer, Contract, Operation, Parameter } from '../model/contract.ts';
import { capital } from '../model/part.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { docComment, documentedObject } from './doc-comment.ts';
import { type Emitter, header } from './emitter.ts';
import { propertyName, unionType } from './literal.ts';
import { schemasImports, typeExpression } from './type-expression.ts';

const PROBLEM_ANSWER = `/** A refusal by a handler: the pipeline makes the problem document of it. */
export interface ProblemAnswer<Code extends ProblemCode> {
  /** The code of the problem, which decides status and title. */
  readonly problem: Code;
  /** What was wrong with this request, for a person; never a secret. If it is not given, it is made of the errors. */
  readonly detail?: string;
ERRORS}

`;

/** handlers.ts: what an implementation of the service must supply, one method for each operation. */
export const handlersEmitter: Emitter = {
  artefact: 'handlers',
  async emit(contract) {
    const source = header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer, SOURCE_FILES.problems);
    const blocks = contract.operations.map((operation) => requestType(operation) + responseType(operation, contract)).join('\n');
    // The imports stand first, as a linter would sort them; `schemasImports` ends with the aliases, which follow all imports.
    const types = schemasImports(blocks, 'ts').replace('\n\n', "\nimport type { ProblemCode } from './problems.ts';\n\n");
    return [{ name: 'handlers.ts', content: source + types + problemAnswer(contract) + handlersType(contract) + blocks }];
  },
};

/** A problem names what is wrong in the request, member by member, where the contract has a schema for that. */
function problemAnswer({ documents }: Contract): string {
  const known = documents.customer.components?.schemas?.ProblemError !== undefined;
  const member = "  /** Each thing that was wrong, and where. */\n  readonly errors?: ReadonlyArray<Customer['ProblemError']>;\n";
  return PROBLEM_ANSWER.replace('ERRORS', known ? member : '');
}

function handlersType({ operations }: Contract): string {
  const methods = operations.map(({ id, ...documented }) => {
    const comment = docComment(documented, '  ');
    const answer = `${capital(id)}Response`;
    return `${comment}  ${id}(request: ${capital(id)}Request, context: Context): ${answer} | Promise<${answer}>;\n`;
  });
  return `/** Every operation of both APIs. \`Context\` is what the pipeline passes to each call. A handler may answer with or without a promise. */\nexport interface Handlers<Context> {\n${methods.join('')}}\n\n`;
}

function requestType({ id, api, parameters, body }: Operation): string {
  const members = [
    member('params', 'The parameters of the path, decoded.', parametersType(parameters, 'path', api)),
    member('query', 'The parameters of the query. One that has a default is always there.', parametersType(parameters, 'query', api)),
    body
      ? `  /** The body, which fits the schema of the contract. */\n  readonly body${body.required ? '' : '?'}: ${typeExpression(body.schema, api)};\n`
      : '',
  ].join('');
  const comment = `/** What a handler of \`${id}\` gets, validated. */\n`;
  return members === ''
    ? `${comment}export type ${capital(id)}Request = Readonly<Record<string, never>>;\n`
    : `${comment}export interface ${capital(id)}Request {\n${members}}\n`;
}

function parametersType(parameters: readonly Parameter[], place: 'path' | 'query', api: Operation['api']): string {
  const members = parameters
    .filter((parameter) => parameter.in === place && parameter.name !== 'version')
    .map((parameter) => {
      const name = `${propertyName(parameter.name)}${isThere(parameter) ? '' : '?'}`;
      return { ...parameter, declaration: `readonly ${name}: ${typeExpression(parameter.schema, api)}` };
    });
  return members.length === 0 ? '' : documentedObject(members, '  ');
}

/** A parameter with a default is always there: the validator fills it in. */
function isThere({ required, schema }: Parameter): boolean {
  return required || (typeof schema === 'object' && schema.default !== undefined);
}

function member(name: string, comment: string, type: string): string {
  return type === '' ? '' : `  /** ${comment} */\n  readonly ${name}: ${type};\n`;
}

function responseType(operation: Operation, contract: Contract): string {
  const alternatives = operation.answers.map((answer) => answerType(answer, operation.api));
  const raised = contract.problems
    .filter(({ code, raisedBy }) => raisedBy === 'handler' && operation.problems.includes(code))
    .map(({ code }) => code);
  if (raised.length > 0)
    alternatives.push(
      `ProblemAnswer<${unionType(raised)
        .replace(/\n {2}\| /g, ' | ')
        .replace(/^ \| /, '')}>`,
    );
  const [only, ...others] = alternatives;
  const comment = `/** What a handler of \`${operation.id}\` may answer: a success by its status, or a problem by its code. */\n`;
  const line = `export type ${capital(operation.id)}Response = ${only};\n`;
  if (others.length === 0 && line.length <= 140) return comment + line;
  return `${comment}export type ${capital(operation.id)}Response =\n${alternatives.map((alternative) => `  | ${alternative}`).join('\n')};\n`;
}

function answerType({ status, description, headers, body }: Answer, api: Operation['api']): string {
  const asked = headers.filter(({ setByPipeline }) => !setByPipeline);
  const members = [{ description, declaration: `readonly status: ${status}` }];
  if (asked.length > 0) {
    const optional = asked.every(({ required }) => !required);
    const types = asked.map((header) => {
      return { ...header, declaration: `readonly ${propertyName(header.name)}${header.required ? '' : '?'}: string` };
    });
    const declaration = `readonly headers${optional ? '?' : ''}: ${documentedObject(types, '      ')}`;
    members.push({ description: "The headers that are the handler's to say. The pipeline sets the others.", declaration });
  }
  if (body) {
    const isJson = body.mediaType.endsWith('json');
    const declaration = `readonly body: ${isJson ? typeExpression(body.schema, api) : 'string'}`;
    members.push({ description: `The body, as ${body.mediaType}.`, declaration });
  }
  return documentedObject(members, '    ');
}
