import { headerNames } from '../../api/header-names.ts';
import { operations } from '../../generated/operations.ts';
import { withoutTrailingSlashes } from '../../http/base-address.ts';
import type { Call, Exchange } from '../../model/exchange.ts';
import type { JudgedService } from '../../model/result.ts';

/** Secrets that a script reads from the environment, as results name them. */
const SECRET_NAME = 'PASSWORD of the other user|PASSWORD|API_KEY|LICENSE_KEY of company [^<>]+|ACCESS_TOKEN|SIGNING_SECRET|USER_NAME';
/** Placeholders in a result: for a secret, for a value made from one, and for values that the script creates or reads itself. */
const placeholder = new RegExp(
  `<(?:first (\\d+) characters of (${SECRET_NAME})|(${SECRET_NAME}) and (\\d+) more characters|(${SECRET_NAME}) with character (\\d+) changed|(${SECRET_NAME}|another value|REDACTED|COOKIE|(?:KEY|ID|TOKEN)_\\d+|MADE))>`,
  'g',
);

/** The variables that these lines of a script read. */
export function namesIn(lines: readonly string[]): readonly string[] {
  return [...new Set([...lines.join('\n').matchAll(/\$\{([A-Z0-9_]+)\}/g)].map(([, name]) => name ?? ''))];
}

/** Authenticates to get the token of the requests, unless the environment has one. */
export function authentication(exchanges: readonly Exchange[], { adminUrl, version, headerWord }: JudgedService): readonly string[] {
  const names = headerNames(headerWord);
  const applicationId = exchanges
    .flatMap(({ call }) => call.headers)
    .find(([name]) => name.toLowerCase() === names.applicationId.toLowerCase());
  const command = curlCommand({
    method: 'POST',
    url: withoutTrailingSlashes(adminUrl) + operations.authenticate.path.replace('{version}', version),
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

/** A call as one curl command, which prints the answer with status line and headers. @param options more options of curl */
export function curlCommand(call: Call, options = ''): string {
  const headers = call.headers.map(([name, value]) => ` \\\n  -H ${quote(`${name}: ${value}`)}`);
  const isRecoded = call.body !== undefined && call.encoding !== undefined;
  const body = call.body === undefined ? '' : ` \\\n  --data-binary ${isRecoded ? '@-' : quote(call.body)}`;
  const recoded = isRecoded ? `printf %s ${quote(call.body)} | iconv -f UTF-8 -t ISO-8859-1 | ` : '';
  return `${recoded}curl -sS -i${options} -X ${call.method} ${quote(call.url)}${headers.join('')}${body}`;
}

/** Text in double quotes of a shell. Everything in it is literal except the placeholders. */
export function quote(text: string): string {
  const literal = text.replaceAll(/[\\"$`]/g, (character) => `\\${character}`);
  return `"${literal.replaceAll(placeholder, (_whole, length, part, longer, more, changed, at, name) => {
    if (part !== undefined) return `$(printf %s "\${${variable(part)}}" | cut -c1-${length})`;
    if (longer !== undefined) return `\${${variable(longer)}}${'x'.repeat(Number(more))}`;
    if (changed !== undefined) return `$(printf %s "\${${variable(changed)}}" | ${changing(Number(at))})`;
    return `\${${variable(name)}}`;
  })}"`;
}

/** Changes one character: to an x, or to a y if it is an x. */
function changing(place: number): string {
  const before = `^\\(.\\{${place - 1}\\}\\)`;
  return `sed -e 's/${before}[^x]/\\1x/' -e t -e 's/${before}x/\\1y/'`;
}

function variable(name: string): string {
  return name.toUpperCase().replaceAll(/\W+/g, '_');
}
