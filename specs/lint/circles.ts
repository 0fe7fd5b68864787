import { join } from 'node:path';
import { circlesOf, referencesIn } from '../binding/circles.ts';
import type { Finding } from './finding.ts';
import { yamlFiles } from './registers.ts';
import { SourceFile } from './source-file.ts';

/** No schema holds itself, directly or through others: types, validators and arbitrary values of it would have no end. */
export function checkCircles(folder: string): readonly Finding[] {
  const files = new Map(
    ['asyncapi', 'openapi', 'schemas'].flatMap((name) => yamlFiles(folder, name)).map((name) => [name, new SourceFile(folder, name)]),
  );
  const references = [...files].flatMap(([name, { content }]) => referencesIn(content, `${name}#`, ($ref) => resolved(name, $ref)));
  return circlesOf(references).map(({ at, to }) => {
    const [name = '', path = ''] = at.split('#');
    const steps = path
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return {
      where: files.get(name)?.at(...steps, '$ref') ?? name,
      message: `It refers back to ${to.replace(/#$/, '')}, so that schema holds itself and has no end. Name the inner one by its identifier.`,
    };
  });
}

/** `schemas/Riga.yaml#/properties/x`, whatever file refers to it. */
function resolved(from: string, $ref: string): string {
  const [file = '', pointer = ''] = $ref.split('#');
  return `${file === '' ? from : join(from, '..', file)}#${pointer.replace(/^\/$/, '')}`;
}
