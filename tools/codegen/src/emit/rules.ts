import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { literal, unionAlias } from './literal.ts';

const TYPES = `
/** One normative statement of the contract. */
export interface Rule {
  readonly id: RuleId;
  readonly level: 'stated' | 'chosen';
  readonly role: 'service' | 'receiver' | 'client';
  /** The section of the source, with the item or row. */
  readonly clause: string;
  readonly statement: string;
  /** The operationIds and event types that it binds. */
  readonly operations: readonly string[];
  /** There where the source says should, and not must. */
  readonly strength?: 'should';
  /** Why it cannot be observed from outside, if that is so. */
  readonly unobservable?: string;
}

`;

/** rules.ts: every rule as a typed constant, in the order of their ids. */
export const rulesEmitter: Emitter = {
  artefact: 'rules',
  async emit(contract) {
    const ids = unionAlias(
      'RuleId',
      contract.rules.map(({ id }) => id),
    );
    const rows = contract.rules.map((rule) => `  ${literal(rule, 1, 1)},`).join('\n');
    const content = `${header(contract, SOURCE_FILES.rules)}${ids}${TYPES}export const rules: readonly Rule[] = [\n${rows}\n];\n`;
    return [{ name: 'rules.ts', content }];
  },
};
