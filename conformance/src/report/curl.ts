import type { Exchange } from '../wire/driver.ts';

/** A shell script that sends the same requests again; secrets are read from the environment. */
export function curlScript(exchanges: readonly Exchange[]): string {
  const commands = exchanges.map(({ call }) => {
    const headers = call.headers.map(([name, value]) => ` \\\n  -H ${quote(`${name}: ${value}`)}`);
    const body = call.body === undefined ? '' : ` \\\n  --data-binary ${quote(call.body)}`;
    return `curl -sS -i -X ${call.method} ${quote(call.url)}${headers.join('')}${body}`;
  });
  const needed = [...new Set(commands.join('\n').match(/\$\{[A-Z0-9_]+\}/g) ?? [])].map((name) => name.slice(2, -1));
  const needs = needed.length === 0 ? [] : [`# set ${needed.join(', ')}`];
  return ['#!/bin/sh', ...needs, ...commands].join('\n');
}

/** Double quotes, with everything literal but the names that stand for secrets. */
function quote(text: string): string {
  const literal = text.replaceAll(/[\\"$`]/g, (character) => `\\${character}`);
  return `"${literal.replaceAll(/<([A-Za-z_ 0-9]+)>/g, (_match, name: string) => `\${${name.toUpperCase().replaceAll(/\W+/g, '_')}}`)}"`;
}
