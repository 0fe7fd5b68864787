import { createdId } from '../target/identity.ts';
import { isSuccess } from '../wire/answer.ts';
import type { Call } from '../wire/call.ts';
import type { Exchange } from '../wire/driver.ts';

/** Names that stand for secrets in a result, and for what the script makes or reads itself. */
const placeholder =
  /<((?:nearly )?(?:PASSWORD|API_KEY|LICENSE_KEY of company [^<>]+|ACCESS_TOKEN|SIGNING_SECRET)|another value|REDACTED|COOKIE|(?:KEY|ID)_\d+)>/g;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A shell script that sends the same requests again: secrets are read from the environment, idempotency keys are new ones (the old may
 * still be kept), and the ids of what it creates are taken from the answers.
 */
export function curlScript(exchanges: readonly Exchange[]): string {
  const keys = keysOf(exchanges);
  const sources = idSources(exchanges);
  const commands = exchanges.flatMap(({ call }, index) => {
    const command = curlCommand(renewed(call, keys, sources, index));
    return [...sources.values()].includes(index) ? captured(command, index) : [command];
  });
  const made = [...keys.values()].map((name, index) => `${name}="again-$(date +%s)-$$-${index + 1}"`);
  const own = new Set([...keys.values(), ...[...sources.values()].map(idName), 'ANSWER']);
  const names = [...new Set(commands.join('\n').match(/\$\{[A-Z0-9_]+\}/g) ?? [])].map((name) => name.slice(2, -1));
  const needed = names.filter((name) => !own.has(name)).map((name) => `: "\${${name}:?}"`);
  return ['#!/bin/sh', ...needed, ...made, ...commands].join('\n');
}

/** A variable for each key that the suite drew; keys that are tried for their own sake stay as they are. */
function keysOf(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const values = exchanges.flatMap(({ call }) => call.headers.flatMap(([name, value]) => (isKey(name) && uuid.test(value) ? [value] : [])));
  return new Map([...new Set(values)].map((value, index) => [value, `KEY_${index + 1}`]));
}

function isKey(name: string): boolean {
  return name.toLowerCase() === 'idempotency-key';
}

/** For each id that a later call acts on, the exchange whose answer gave it. */
function idSources(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const subjects = new Set(exchanges.map(({ call }) => call.subject));
  const sources = new Map<string, number>();
  for (const [index, { call, answer }] of exchanges.entries()) {
    const id = call.method === 'POST' && answer !== undefined && isSuccess(answer) ? createdId(answer) : undefined;
    if (id !== undefined && subjects.has(id) && !sources.has(id)) sources.set(id, index);
  }
  return sources;
}

function idName(index: number): string {
  return `ID_${index + 1}`;
}

function renewed(call: Call, keys: ReadonlyMap<string, string>, sources: ReadonlyMap<string, number>, index: number): Call {
  const headers = call.headers.map(([name, value]): readonly [string, string] => {
    const key = isKey(name) ? keys.get(value) : undefined;
    return [name, key === undefined ? value : `<${key}>`];
  });
  const source = call.subject === undefined ? undefined : sources.get(call.subject);
  if (source === undefined || source >= index) return { ...call, headers };
  const segment = `/${encodeURIComponent(call.subject ?? '')}`;
  const at = call.url.lastIndexOf(segment);
  const url = at < 0 ? call.url : `${call.url.slice(0, at)}/<${idName(source)}>${call.url.slice(at + segment.length)}`;
  return { ...call, headers, url };
}

function curlCommand(call: Call): string {
  const headers = call.headers.map(([name, value]) => ` \\\n  -H ${quote(`${name}: ${value}`)}`);
  const body = call.body === undefined ? '' : ` \\\n  --data-binary ${quote(call.body)}`;
  return `curl -sS -i -X ${call.method} ${quote(call.url)}${headers.join('')}${body}`;
}

/** The command with its answer shown and kept, and the id that stands in it. */
function captured(command: string, index: number): readonly string[] {
  const id = `s/.*"[Ii]d"[ ]*:[ ]*"\\{0,1\\}\\([^",}]*\\).*/\\1/p`;
  return [
    `ANSWER=$(${command})`,
    `printf '%s\\n' "\${ANSWER}"`,
    `${idName(index)}=$(printf '%s\\n' "\${ANSWER}" | sed -n '${id}' | head -n 1)`,
  ];
}

/** Double quotes, with everything literal but the names that stand for something else. */
function quote(text: string): string {
  const literal = text.replaceAll(/[\\"$`]/g, (character) => `\\${character}`);
  return `"${literal.replaceAll(placeholder, (_match, name: string) => `\${${name.toUpperCase().replaceAll(/\W+/g, '_')}}`)}"`;
}
