import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Bundle } from '../../build/bundle.ts';

/** Something that does not fit, and the members that lead to it. */
export interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Says what is wrong with a value by the schema that stands at a pointer of a document; nothing when it fits. */
export type Check = (pointer: string, value: unknown) => readonly Fault[];

/** Judges values by the schemas of an OpenAPI 3.1 document, in its dialect. */
export function openApiSchemas(document: Bundle): Check {
  return checkWith(new Ajv2020({ strict: false, allErrors: true, validateSchema: false }), document);
}

/** Judges values by the schemas of an AsyncAPI document, in its dialect, draft-07. */
export function asyncApiSchemas(document: Bundle): Check {
  return checkWith(new Ajv({ strict: false, allErrors: true, validateSchema: false }), document);
}

function checkWith(ajv: Ajv, document: Bundle): Check {
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  return (pointer, value) => {
    const validate = ajv.getSchema(`document${pointer}`) ?? ajv.compile({ $ref: `document${pointer}` });
    return validate(value) === true ? [] : (validate.errors ?? []).map(describe);
  };
}

function describe({ instancePath, message, params }: ErrorObject): Fault {
  const allowed = 'allowedValues' in params ? ` (${String(params.allowedValues)})` : '';
  const path = instancePath.split('/').slice(1);
  return {
    path: path.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
    message: `${instancePath === '' ? 'the value' : instancePath} ${message ?? 'does not fit'}${allowed}`,
  };
}
