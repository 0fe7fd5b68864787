import { membersOf } from '../model/members.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { tableLiteral } from './literal.ts';

const TYPES = `/** What the contract declares of a value: \`true\` is the value as it is, an object its members; of a list, those of its elements. */
export type Members = true | { readonly [name: string]: Members };

`;

/** request-members.ts: what the body and the query of each operation may hold, so that a server takes all of it and nothing else. */
export const requestMembersEmitter: Emitter = {
  artefact: 'request-members',
  async emit(contract) {
    const bodies = contract.operations.flatMap(({ id, api, body }) =>
      body ? [{ id, members: membersOf([body.schema], contract.documents[api]) }] : [],
    );
    const rows = Object.fromEntries(bodies.map(({ id, members }) => [id, members]));
    const table = `/** The members of the body of each operation that takes one. */
export const requestMembers: { readonly [operationId: string]: Members } = ${tableLiteral(rows)};
`;
    const queries = contract.operations.flatMap(({ id, parameters }) => {
      const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      return names.length === 0 ? [] : [[id, names.sort()] as const];
    });
    const queryTable = `
/** The query parameters of each operation that has some. */
export const requestQueries: { readonly [operationId: string]: readonly string[] } = ${tableLiteral(Object.fromEntries(queries))};
`;
    return [
      { name: 'request-members.ts', content: header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer) + TYPES + table + queryTable },
    ];
  },
};
