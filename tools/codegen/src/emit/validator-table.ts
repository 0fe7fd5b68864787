import { eventName } from '../model/part.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { propertyName } from './literal.ts';

/** validator-by-type.ts: which validator judges an event, by the type that it carries. */
export const validatorTableEmitter: Emitter = {
  artefact: 'validator-by-type',
  async emit(contract) {
    const names = contract.events.map(({ type }) => eventName(type));
    const rows = contract.events.map(({ type }) => `  ${propertyName(type)}: ${eventName(type)},\n`);
    const imports = `import type { EventoByType } from './events.ts';
import {
${[...names]
  .sort()
  .map((name) => `  ${name},\n`)
  .join('')}  type Validator,
} from './validators.js';

`;
    const table = `export const validatorByType: { readonly [Type in keyof EventoByType]: Validator<EventoByType[Type]> } = {\n${rows.join('')}};\n`;
    return [{ name: 'validator-by-type.ts', content: header(contract, SOURCE_FILES.events) + imports + table }];
  },
};
