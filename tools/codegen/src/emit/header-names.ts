import { wordHeadersOf } from '../model/header-names.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';

/** header-names.ts: the names of the headers that hold the word of an installation, a function each, so that a bundler keeps those that are used. */
export const headerNamesEmitter: Emitter = {
  artefact: 'header-names',
  async emit(contract) {
    const functions = wordHeadersOf(contract).map(
      ({ name, pattern }) => `/** \`${pattern}\`, with the word of an installation. */
export function ${name}Header(word: string): string {
  return \`${pattern.replace('{word}', `\${word}`)}\`;
}
`,
    );
    const content = header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer, SOURCE_FILES.events) + functions.join('\n');
    return [{ name: 'header-names.ts', content }];
  },
};
