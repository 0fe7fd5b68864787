import type { Rule } from '../generated/rules.ts';

/** A family of rules of each role. */
export const families: Readonly<Record<Rule['role'], string>> = { service: 'IDEM', receiver: 'RCV', client: 'CLI' };

/** What the common options are to each role. */
const words: Readonly<
  Record<Rule['role'], { readonly workers: string; readonly maxTime: string; readonly plan: string; readonly script: string }>
> = {
  service: {
    workers: 'rules that send at once (default: 10)',
    maxTime: 'stop the run after this time, and remove what it created',
    plan: 'show what would be sent and written, and send nothing',
    script: 'sends its requests again, and says PASS or FAIL',
  },
  receiver: {
    workers: 'rules that send at once (default: 4)',
    maxTime: 'stop the run after this time',
    plan: 'show what would be sent, and send nothing',
    script: 'sends its requests again, and shows the answers',
  },
  client: {
    workers: 'clients that run at once (default: 4); take 1 if yours cannot',
    maxTime: 'stop the run after this time, with everything that it has started',
    plan: 'show what would be started, and start nothing',
    script: 'judges the client by its rule again',
  },
};

/** The options that every role's command takes, as its help lists them. */
export function commonHelp(role: Rule['role']): string {
  const { workers, maxTime, plan, script } = words[role];
  const family = families[role];
  return `  --profile PROFILE        stated: what the source says (default); reference: also our decisions for what it leaves open
  --rule PATTERN           judge only these rules, for example ${family}-03 or '${family}-*'; may be repeated
  --budget BUDGET          how many cases each rule tries: quick (a sample, with less waiting), standard (default), thorough
  --seed N                 try the same cases again
  --replay FILE            judge again what failed in a JSON report, its smallest cases first
  --bail                   stop after the first rule that fails
  --flaky N                judge what failed N times more, and say whether it is stable or flaky
  --workers N              ${workers}
  --rate N                 send at most N requests a second
  --wait-for 60s           how long to wait for a ${role} that is starting
  --request-timeout 30s    how long one answer may take
  --max-time 10m           ${maxTime}
  --plan                   ${plan}
  --baseline FILE          known failures, which do not fail the run; another failure of the same rule does
  --update-baseline        write what fails now to that file, and remove what passes
  --require PATTERN        these rules must be judged, whatever --rule says; if not, the exit status is 2; may be repeated
  --fail-on WHAT           skip: a skipped rule fails the run; stale: a rule of the baseline that passes fails the run; may be repeated
  --allow inconclusive     accept rules of which too little was seen; they no longer cause exit status 2
  --reporter KIND[=FILE]   console (default), json, junit, sarif, html, markdown, github (annotations) or har (every request), to standard output or to FILE; may be repeated
  --verbose                console: show every failure in full, and what was never exercised
  --scripts DIR            write a shell script for each failure, which ${script}
  --help                   this text`;
}
