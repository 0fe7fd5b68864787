import { dirname, resolve } from 'node:path';
import type { UserContext } from '@redocly/openapi-core';
import { readJson } from './examples/exchange.ts';
import { isNode } from './visitor.ts';

interface Example {
  externalValue?: string;
  value?: unknown;
}

/** Puts examples that stand in files of their own into the bundle, which has to be whole. */
export function inlineExamples(): { Example: (node: Example, context: UserContext) => void } {
  return {
    Example: (node, context) => {
      if (node.externalValue === undefined) return;
      node.value = readPart(node.externalValue, dirname(context.location.source.absoluteRef));
      delete node.externalValue;
    },
  };
}

/** The part of a JSON file that a relative reference with a pointer names. */
function readPart(reference: string, folder: string): unknown {
  const [file = '', pointer = ''] = reference.split('#');
  let value: unknown = readJson(resolve(folder, file));
  for (const member of pointer.split('/').slice(1)) {
    if (!isNode(value) || !(member in value)) throw new Error(`${reference} (from ${folder}) names nothing: the file has no ${member}.`);
    value = value[member];
  }
  return value;
}
