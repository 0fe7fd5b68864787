import { headerNames } from '../api/header-names.ts';
import { operations } from '../generated/operations.ts';
import type { Call, Exchange } from '../model/exchange.ts';
import type { JudgedService, JudgedTarget } from '../model/result.ts';
import { type Capture, capturesOf, keysOf, renewed } from './curl-variables.ts';

/** A secret that stands in the environment, as results name it. */
const SECRET_NAME = 'PASSWORD of the other user|PASSWORD|API_KEY|LICENSE_KEY of company [^<>]+|ACCESS_TOKEN|SIGNING_SECRET|USER_NAME';
/** Names that stand for secrets in a result, or for what was made of one, and for what the script makes or reads itself. */
const placeholder = new RegExp(
  `<(?:first (\\d+) characters of (${SECRET_NAME})|(${SECRET_NAME}) and (\\d+) more characters|(${SECRET_NAME}) with character (\\d+) changed|((?:nearly )?(?:${SECRET_NAME})|another value|REDACTED|COOKIE|(?:KEY|ID|TOKEN)_\\d+))>`,
  'g',
);

/**
 * A shell script that sends the same requests again. Secrets are read from the environment, and a token is asked for where there is none;
 * idempotency keys are new ones (the old may still be kept); ids and ConcurrencyTokens of what it creates are taken from the answers.
 */
export function curlScript(exchanges: readonly Exchange[], target: JudgedTarget): string {
  const keys = keysOf(exchanges);
  const captures = capturesOf(exchanges);
  const commands = exchanges.flatMap(({ call }, index) => {
    const command = curlCommand(renewed(call, keys, captures, index));
    const own = captures.filter((capture) => capture.index === index);
    return own.length === 0 ? [command] : captured(command, own);
  });
  const made = [...keys.values()].map((name, index) => `${name}="again-$(date +%s)-$$-${index + 1}"`);
  const own = new Set([...keys.values(), ...captures.map(({ name }) => name), 'ANSWER', 'ANOTHER_VALUE']);
  const names = namesIn(commands).filter((name) => !own.has(name));
  const token = target.role === 'service' && names.includes('ACCESS_TOKEN') ? authentication(exchanges, target) : [];
  const needed = names.filter((name) => name !== 'ACCESS_TOKEN').map((name) => `: "\${${name}:?}"`);
  const wrong = namesIn(commands).includes('ANOTHER_VALUE') ? [`: "\${ANOTHER_VALUE:=another-value}" # a wrong value: see the case`] : [];
  return ['#!/bin/sh', ...needed, ...token, ...wrong, ...made, ...commands].join('\n');
}

function namesIn(lines: readonly string[]): readonly string[] {
  return [...new Set([...lines.join('\n').matchAll(/\$\{([A-Z0-9_]+)\}/g)].map(([, name]) => name ?? ''))];
}

/** Asks for the token that the requests carry, unless the environment has one. */
function authentication(exchanges: readonly Exchange[], { adminUrl, version, headerWord }: JudgedService): readonly string[] {
  const names = headerNames(headerWord);
  const applicationId = exchanges
    .flatMap(({ call }) => call.headers)
    .find(([name]) => name.toLowerCase() === names.applicationId.toLowerCase());
  const command = curlCommand({
    method: 'POST',
    url: adminUrl.replace(/\/+$/, '') + operations.authenticate.path.replace('{version}', version),
    headers: [[names.apiKey, '<API_KEY>'], ...(applicationId ? [applicationId] : []), ['Content-Type', 'application/json']],
    body: '{"UserName":"<USER_NAME>","Password":"<PASSWORD>"}',
  });
  return [
    `if [ -z "\${ACCESS_TOKEN:-}" ]; then`,
    `  : "\${USER_NAME:?}" "\${PASSWORD:?}" "\${API_KEY:?}"`,
    `  ACCESS_TOKEN=$(${command} | tr -d '\\r' | sed -n 's/^[Xx]-[Tt][Oo][Kk][Ee][Nn]: *//p')`,
    'fi',
  ];
}

function curlCommand(call: Call): string {
  const headers = call.headers.map(([name, value]) => ` \\\n  -H ${quote(`${name}: ${value}`)}`);
  const body = call.body === undefined ? '' : ` \\\n  --data-binary ${quote(call.body)}`;
  return `curl -sS -i -X ${call.method} ${quote(call.url)}${headers.join('')}${body}`;
}

/** What finds a value in an answer that was kept. */
const finders: Readonly<Record<Capture['kind'], string>> = {
  id: `s/.*"[Ii]d"[ ]*:[ ]*"\\{0,1\\}\\([^",}]*\\).*/\\1/p`,
  location: 's|^[Ll]ocation:.*/\\([^/?#]*\\).*|\\1|p',
  token: `s/.*"[Cc]oncurrency[Tt]oken"[ ]*:[ ]*\\([^,}]*\\).*/\\1/p`,
};

/** The command with its answer shown and kept, and what later commands need of it. */
function captured(command: string, captures: readonly Capture[]): readonly string[] {
  return [
    `ANSWER=$(${command})`,
    `printf '%s\\n' "\${ANSWER}"`,
    ...captures.map(({ name, kind }) => `${name}=$(printf '%s\\n' "\${ANSWER}" | tr -d '\\r' | sed -n '${finders[kind]}' | head -n 1)`),
  ];
}

/** Double quotes, with everything literal but the names that stand for something else. */
function quote(text: string): string {
  const literal = text.replaceAll(/[\\"$`]/g, (character) => `\\${character}`);
  return `"${literal.replaceAll(placeholder, (_whole, length, part, longer, more, changed, at, name) => {
    if (part !== undefined) return `$(printf %s "\${${variable(part)}}" | cut -c1-${length})`;
    if (longer !== undefined) return `\${${variable(longer)}}${'x'.repeat(Number(more))}`;
    if (changed !== undefined) return `$(printf %s "\${${variable(changed)}}" | ${changing(Number(at))})`;
    return `\${${variable(name)}}`;
  })}"`;
}

/** Another character in one place: an x, or a y where there is one. */
function changing(place: number): string {
  const before = `^\\(.\\{${place - 1}\\}\\)`;
  return `sed -e 's/${before}[^x]/\\1x/' -e t -e 's/${before}x/\\1y/'`;
}

function variable(name: string): string {
  return name.toUpperCase().replaceAll(/\W+/g, '_');
}
