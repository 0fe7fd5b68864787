import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

// The schema is the tax authority's, and is not ours to ship: it is looked for beside the project, or where the variable says.
const folder = process.env.FATTURAPA_SCHEMA_FOLDER ?? join(import.meta.dirname, '../../../../../shared/data/fatturapa');
const schema = join(folder, 'Schema_VFPR12_v1.2.3.xsd');

/** Why no XML can be validated here; undefined when it can. */
export const schemaObstacle: string | undefined = obstacle();

/** What the published schema says against an XML. */
export function schemaFindings(xml: string): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], { input: xml, encoding: 'utf8' });
  return `${status}: ${stderr.trim()}`;
}

/** What {@link schemaFindings} answers for a valid XML. */
export const VALID = '0: - validates';

function obstacle(): string | undefined {
  if (!existsSync(schema))
    return `there is no ${schema}; set FATTURAPA_SCHEMA_FOLDER to the folder that holds the tax authority's ${basename(schema)}`;
  return spawnSync('xmllint', ['--version']).status === 0 ? undefined : 'there is no xmllint; apt-get install libxml2-utils';
}
