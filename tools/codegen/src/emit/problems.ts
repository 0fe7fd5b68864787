import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { tableLiteral, unionAlias } from './literal.ts';

const TYPES = `
/** What an error answer with this code says. */
export interface Problem {
  /** The HTTP status of the answer, from 400 to 599. */
  readonly status: number;
  /** What kind of problem it is, for people. The same for each occurrence. */
  readonly title: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Who answers it: the contract pipeline, or a handler of an operation. */
  readonly raisedBy: 'pipeline' | 'handler';
}

`;

/** problems.ts: the error registry as a typed constant, in the order of the codes. */
export const problemsEmitter: Emitter = {
  artefact: 'problems',
  async emit(contract) {
    const codes = `/** The stable names of the problems that error answers carry as \`code\`. */\n${unionAlias(
      'ProblemCode',
      contract.problems.map(({ code }) => code),
    )}`;
    const rows = Object.fromEntries(contract.problems.map(({ code, ...problem }) => [code, problem]));
    const constant = `/** What the contract says of each problem, by its code. */\nexport const problems: { readonly [Code in ProblemCode]: Problem } = ${tableLiteral(rows)};\n`;
    return [{ name: 'problems.ts', content: header(contract, SOURCE_FILES.problems) + codes + TYPES + constant }];
  },
};
