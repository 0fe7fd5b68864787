import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { stringLiteral } from './literal.ts';

/** api-version.ts: the version that stands in every path. */
export const apiVersionEmitter: Emitter = {
  artefact: 'api-version',
  async emit(contract) {
    const source = header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer);
    const constant = `/** The version segment of every path (VER-01). */\nexport const VERSION: string = ${stringLiteral(contract.apiVersion)};\n`;
    return [{ name: 'api-version.ts', content: source + constant }];
  },
};
