import type { Schema, SchemaObject } from '../read/documents.ts';
import { capital } from './part.ts';
import { isReference, resolve } from './resolve.ts';

/**
 * How the body that replaces an object differs from the object as it is read, member by member: `Url` where `url` is read, and `numero?`
 * where a null that is read must be left out. Empty where what is read can be sent as it is.
 */
export function writtenForm(read: Schema, written: Schema, document: object): readonly string[] {
  const before = propertiesOf(read, document);
  return [...propertiesOf(written, document)].flatMap(([name, schemas]) => {
    const readName = [...before.keys()].find((other) => capital(other) === capital(name));
    if (readName === undefined) return [];
    const dropsNull = allowNull(before.get(readName) ?? [], document) && !allowNull(schemas, document);
    return readName === name && !dropsNull ? [] : [`${name}${dropsNull ? '?' : ''}`];
  });
}

/** The members of an object, each with all that is said of it. */
function propertiesOf(schema: Schema, document: object): ReadonlyMap<string, readonly Schema[]> {
  const found = new Map<string, readonly Schema[]>();
  const visit = (part: Schema): void => {
    if (typeof part === 'boolean') return;
    const { properties = {}, allOf = [] } = isReference(part) ? resolve<SchemaObject>(document, part) : part;
    for (const [name, member] of Object.entries(properties)) found.set(name, [...(found.get(name) ?? []), member]);
    for (const other of allOf) visit(other);
  };
  visit(schema);
  return found;
}

function allowNull(schemas: readonly Schema[], document: object): boolean {
  return schemas.every((schema) => {
    if (typeof schema === 'boolean') return schema;
    const { type, allOf = [], anyOf, oneOf } = isReference(schema) ? resolve<SchemaObject>(document, schema) : schema;
    const alternatives = anyOf ?? oneOf;
    if (alternatives !== undefined) return alternatives.some((one) => allowNull([one], document));
    if (allOf.length > 0) return allowNull(allOf, document);
    return type === undefined || [type].flat().includes('null');
  });
}
