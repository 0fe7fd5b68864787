import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { literal, unionAlias } from './literal.ts';

const TYPES = `
/** One normative statement of the contract. */
export interface Rule {
  /** Its id, which names it in reports, such as \`IDEM-13\`. */
  readonly id: RuleId;
  /** Whether the source states it, or we chose it. */
  readonly level: 'stated' | 'chosen';
  /** Who must keep it. */
  readonly role: 'service' | 'receiver' | 'client';
  /** The section of the source, with the item or row. */
  readonly clause: string;
  /** What must hold, in one sentence. */
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
    const ids = `/** The ids of all rules. */\n${unionAlias(
      'RuleId',
      contract.rules.map(({ id }) => id),
    )}`;
    const rows = contract.rules.map((rule) => `  ${literal(rule, 1, 1)},`).join('\n');
    const content = `${header(contract, SOURCE_FILES.rules)}${ids}${TYPES}export const rules: readonly Rule[] = [\n${rows}\n];\n`;
    return [{ name: 'rules.ts', content }];
  },
};
