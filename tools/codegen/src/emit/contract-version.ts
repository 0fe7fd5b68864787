import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { stringLiteral } from './literal.ts';

/** contract.ts: which contract this was generated from, for reports. */
export const contractVersionEmitter: Emitter = {
  artefact: 'contract',
  async emit(contract) {
    const constant = `/** The version of the contract. */\nexport const specsVersion: string = ${stringLiteral(contract.version)};\n`;
    return [{ name: 'contract.ts', content: header(contract, SOURCE_FILES.package) + constant }];
  },
};
