import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { partOf, readJson } from '../examples/exchange.ts';
import { report, type Visit, visit } from '../visitor.ts';

/** An example that stands in a file of its own is there: the file, and the part of it that is named. */
export function examplesExist(): { Example: Visit } {
  return {
    Example: visit(({ externalValue }, context) => {
      if (typeof externalValue !== 'string') return;
      const [name = '', pointer = ''] = externalValue.split('#');
      const file = resolve(dirname(context.location.source.absoluteRef), name);
      if (!existsSync(file)) report(context, `There is no file ${name}. Write it, or correct the reference.`, 'externalValue');
      else if (partOf(readJson(file), pointer) === undefined)
        report(context, `${name} has no ${pointer}. Add it, or correct the reference.`, 'externalValue');
    }),
  };
}
