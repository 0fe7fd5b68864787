import { effects } from '../../generated/resources.ts';
import type { ShownExchange } from '../../model/evidence.ts';
import type { JudgedClient, JudgedTarget, RuleFailure, RuleResult } from '../../model/result.ts';
import { authentication, curlCommand, namesIn } from './curl-command.ts';
import { type ScriptVerdict, scriptVerdict } from './script-verdict.ts';
import { type Capture, capturesOf, keysOf, renewed } from './variables.ts';

/** Functions with which scripts read answers. An answer is a file with status line and headers, as curl prints them. */
const functions: Readonly<Record<string, string>> = {
  show: `show() { printf '%s\\n' "--- $1"; cat "\${ANSWERS}/$1"; printf '\\n'; }`,
  status: `status() { tr -d '\\r' < "\${ANSWERS}/$1" | sed -n 's/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p' | tail -n 1; }`,
  body: `body() { tr -d '\\r' < "\${ANSWERS}/$1" | sed '1,/^$/d'; }`,
  id_in: `id_in() {
  FOUND=$(tr -d '\\r' < "\${ANSWERS}/$1" | sed -n 's/.*"[Ii]d"[ ]*:[ ]*"\\{0,1\\}\\([^",}]*\\).*/\\1/p' | head -n 1)
  [ -n "\${FOUND}" ] || FOUND=$(tr -d '\\r' < "\${ANSWERS}/$1" | sed -n 's|^[Ll]ocation:.*/\\([^/?#]*\\).*|\\1|p' | head -n 1)
  printf %s "\${FOUND}"
}`,
  token_in: `token_in() { tr -d '\\r' < "\${ANSWERS}/$1" | sed -n 's/.*"[Cc]oncurrency[Tt]oken"[ ]*:[ ]*\\([^,}]*\\).*/\\1/p' | head -n 1; }`,
  is_replayed: `is_replayed() { tr -d '\\r' < "\${ANSWERS}/$1" | grep -iq '^Idempotent-Replayed: *true *$'; }`,
  made: `made() { case "$(status "$1")" in 2*) id_in "$1" ;; esac; }`,
  executed: `executed() {
  COUNT=0
  for ONE in "$@"; do
    case "$(status "\${ONE}")" in 2*) is_replayed "\${ONE}" || COUNT=$((COUNT + 1)) ;; esac
  done
  printf %s "\${COUNT}"
}`,
};

/**
 * A shell script that sends the requests of a failure again, deletes what it made, and says whether the rule holds: exit status 0 it does,
 * 1 it does not, 2 no script can tell. It reads secrets from the environment. Idempotency keys are new, since the service may still remember
 * the old ones. Ids and ConcurrencyTokens come from the answers.
 */
export function failureScript({ id, statement }: Pick<RuleResult, 'id' | 'statement'>, failure: RuleFailure, target: JudgedTarget): string {
  const { exchanges } = failure;
  const facts = [`${id}: ${statement}`, failure.message, `Expected: ${failure.expected}`, `Actual: ${failure.actual}`];
  if (target.role === 'client') return ['#!/bin/sh', ...facts.map(comment), ...startedAgain(id, failure, target), ''].join('\n');
  const keys = keysOf(exchanges);
  const captures = capturesOf(exchanges);
  const sent = groupsOf(exchanges).flatMap((group) => groupLines(group, { exchanges, keys, captures, judgedLast: lastPinned(exchanges) }));
  const made = [...keys.values()].map((name, index) => `${name}="again-$(date +%s)-$$-\${ROUND}-${index + 1}"`);
  const verdict =
    target.role === 'receiver' ? { unseen: 'the signatures above were made for a time that has passed' } : scriptVerdict(failure);
  const lines = inRounds([...made, ...sent, ...removals(exchanges)], verdict, failure);
  const own = new Set([...keys.values(), ...captures.map(({ name }) => name), 'ANSWERS', 'MADE', 'ROUND', 'ANOTHER_VALUE']);
  const names = namesIn(lines).filter((name) => !own.has(name));
  const token = target.role === 'service' && names.includes('ACCESS_TOKEN') ? authentication(exchanges, target) : [];
  const needed = names.filter((name) => name !== 'ACCESS_TOKEN').map((name) => `: "\${${name}:?}"`);
  const wrong = namesIn(lines).includes('ANOTHER_VALUE') ? [`: "\${ANOTHER_VALUE:=another-value}" # any wrong value`] : [];
  return ['#!/bin/sh', ...facts.map(comment), ...needed, ...functionsFor(lines), ...token, ...wrong, ...lines, ''].join('\n');
}

/** A client sends its own requests, so the script starts the client again. */
function startedAgain(id: string, { seed }: RuleFailure, { command, headerWord }: JudgedClient): readonly string[] {
  if (command === null) return ['echo "The client is a function: run the test that called it."', 'exit 2'];
  return [
    `exec npx business-cloud-conformance client --profile reference --rule ${id} --seed ${seed} --header-word ${headerWord} -- ${command}`,
  ];
}

interface Script {
  readonly exchanges: readonly ShownExchange[];
  readonly keys: ReadonlyMap<string, string>;
  readonly captures: readonly Capture[];
  /** The place of the exchange that shows the fault. */
  readonly judgedLast: number;
}

/** The places of exchanges, grouped if they were in flight together. */
function groupsOf(exchanges: readonly ShownExchange[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const [index, { together }] of exchanges.entries()) {
    const last = groups.at(-1);
    const isJoined = together !== undefined && last !== undefined && exchanges[last[0] ?? 0]?.together === together;
    if (isJoined) last.push(index);
    else groups.push([index]);
  }
  return groups;
}

function groupLines(group: readonly number[], script: Script): readonly string[] {
  const atOnce = group.length > 1;
  return [
    ...(atOnce ? ['', `# ${group.map((index) => index + 1).join(', ')}: sent at once.`] : []),
    ...group.flatMap((index) => stepLines(index, script, atOnce ? ' &' : '')),
    ...(atOnce ? ['wait'] : []),
    ...group.flatMap((index) => [`show ${index + 1}`, ...script.captures.filter((capture) => capture.index === index).map(captured)]),
  ];
}

function stepLines(index: number, { exchanges, keys, captures, judgedLast }: Script, end: string): readonly string[] {
  const exchange = exchanges[index];
  if (exchange === undefined) return [];
  const { call, why, answer, lost, onPurpose, durationMs } = exchange;
  const came = answer === undefined ? `no answer (${lost})` : String(answer.status);
  const cut = onPurpose ? ` --max-time ${(Math.max(durationMs, 1) / 1000).toFixed(3)}` : '';
  return [
    '',
    comment(`${index + 1}. ${why}; the answer was: ${came}`),
    ...(onPurpose ? [comment(`The suite closed the connection after ${durationMs} ms, and so does curl.`)] : []),
    ...(index === judgedLast ? [comment('THIS ANSWER SHOWS THE FAULT.')] : []),
    `${curlCommand(renewed(call, keys, captures, index), cut)} > "\${ANSWERS}/${index + 1}"${onPurpose ? ' 2>/dev/null' : ''}${end}`,
  ];
}

function lastPinned(exchanges: readonly ShownExchange[]): number {
  return exchanges.findLastIndex(({ pinned }) => pinned);
}

function captured({ name, kind, index }: Capture): string {
  return `${name}=$(${kind === 'token' ? 'token_in' : 'id_in'} ${index + 1})`;
}

/** Deletes what the script created, the newest first. Whether the service allows that does not matter to the rule. */
function removals(exchanges: readonly ShownExchange[]): readonly string[] {
  const lines = exchanges.flatMap(({ call }, index) => {
    if (call.operation === undefined || effects[call.operation]?.kind !== 'create') return [];
    const headers = call.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
    const { body: _body, ...rest } = call;
    const command = curlCommand({ ...rest, method: 'DELETE', url: `${call.url.split('?')[0]}/<MADE>`, headers });
    return [[`MADE=$(made ${index + 1})`, `[ -z "\${MADE}" ] || ${command} > /dev/null`]];
  });
  return lines.length === 0 ? [] : ['', '# Delete what this script created.', ...lines.toReversed().flat()];
}

/** Requests that are sent at once may miss each other by chance, so only this many rounds without a fault are a pass. */
const ROUNDS = 10;

/** The requests and the verdict, in several rounds if the fault depends on timing. */
function inRounds(sent: readonly string[], verdict: ScriptVerdict, { exchanges, expected }: RuleFailure): readonly string[] {
  if ('unseen' in verdict) {
    const said = `No script can tell whether the rule holds: ${verdict.unseen}.`;
    return ['ROUND=1', ...sent, '', comment(said), `echo ${quoted(said)}`, 'exit 2'];
  }
  const judged = [`if ! { ${verdict.holds}; }; then`, `  echo ${quoted(`FAIL: expected ${expected}`)}`, '  exit 1', 'fi'];
  if (exchanges.every(({ together }) => together === undefined)) return ['ROUND=1', ...sent, '', ...judged, 'echo PASS'];
  return [
    `# Whether requests that are sent at once really meet is chance, so this tries ${ROUNDS} times.`,
    'ROUND=0',
    `while [ "\${ROUND}" -lt ${ROUNDS} ]; do`,
    'ROUND=$((ROUND + 1))',
    ...sent,
    '',
    ...judged,
    'done',
    'echo PASS',
  ];
}

function comment(text: string): string {
  return `# ${inOneLine(text)}`;
}

/** Text in single quotes, which a shell takes literally. */
function quoted(text: string): string {
  return `'${inOneLine(text).replaceAll("'", `'\\''`)}'`;
}

/** The answer of a target may hold anything, even a line break or a NUL. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '\ufffd').slice(0, 400);
}

/** The functions that these lines of a script call, directly or not, and the folder that they read. */
function functionsFor(lines: readonly string[]): readonly string[] {
  const needed = new Set<string>();
  const need = (text: string): void => {
    for (const [name, body] of Object.entries(functions)) {
      if (needed.has(name) || !new RegExp(`(^|[^\\w-])${name} `, 'm').test(text)) continue;
      needed.add(name);
      need(body);
    }
  };
  need(lines.filter((line) => !line.startsWith('#')).join('\n'));
  const used = Object.entries(functions).flatMap(([name, body]) => (needed.has(name) ? [body] : []));
  return ['ANSWERS=$(mktemp -d)', `trap 'rm -rf "\${ANSWERS}"' EXIT`, ...used];
}
