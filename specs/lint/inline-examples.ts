import { dirname, resolve } from 'node:path';
import type { UserContext } from '@redocly/openapi-core';
import { partOf, readJson } from './examples/exchange.ts';

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

/** The part of a JSON file that a relative reference with a pointer names; examples-exist has judged that there is one. */
function readPart(reference: string, folder: string): unknown {
  const [file = '', pointer = ''] = reference.split('#');
  return partOf(readJson(resolve(folder, file)), pointer);
}
