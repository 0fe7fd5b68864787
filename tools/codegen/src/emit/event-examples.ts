import { CodegenError } from '../codegen-error.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { tableLiteral } from './literal.ts';

/** event-examples.ts: the first example of each event, for tests of receivers. */
export const eventExamplesEmitter: Emitter = {
  artefact: 'event-examples',
  async emit(contract) {
    const examples = contract.events.map(({ type, example }) => {
      if (example === undefined) throw new CodegenError('broken-document', `The event ${type} has no example; its message needs one.`);
      return [type, example];
    });
    const imports = "import type { EventoByType } from './events.ts';\n\n";
    const table = `/** An event of each type, as the service sends it. */
export const eventExamples: EventoByType = ${tableLiteral(Object.fromEntries(examples))};
`;
    return [{ name: 'event-examples.ts', content: header(contract, SOURCE_FILES.events) + imports + table }];
  },
};
