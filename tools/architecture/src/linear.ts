import { createRequire } from 'node:module';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

// The checker in plain JavaScript: it starts no program, and its CommonJS exports are not what ES modules see of it.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');

/** Counted repetitions up to here are unrolled; beyond, the count hides nothing: `a{0,1000}` is judged as `a*`. */
const COUNT_MAX = 4;
/** Far more than any expression takes that a person can read. */
const TIMEOUT_MS = 20_000;
const NFA_SIZE_MAX = 1_000_000;

const verdicts = new Map<string, string | undefined>();

/**
 * Why an expression is not known to take linear time, for each text that it may be tried on; undefined if that is proven. An expression
 * that is not anchored is tried at each place of a text, which counts. Only what the theory of automata decides is proven: nothing with
 * look-around or back-references, and no guess that is made by trying.
 */
export function whyNotLinear(source: string, flags: string): string | undefined {
  const key = `/${source}/${flags}`;
  if (!verdicts.has(key)) verdicts.set(key, judge(source, flags));
  return verdicts.get(key);
}

function judge(source: string, flags: string): string | undefined {
  const diagnostics = checkSync(uncounted(source, flags), flags, {
    timeout: TIMEOUT_MS,
    maxRepeatCount: COUNT_MAX ** 4,
    maxNFASize: NFA_SIZE_MAX,
  });
  if (diagnostics.status === 'vulnerable') return `takes ${diagnostics.complexity.summary.replace(' (fuzz)', '')} time`;
  if (diagnostics.status === 'safe' && diagnostics.checker === 'automaton') return undefined;
  return 'is not proven to take linear time: write it without look-around and back-references, or smaller';
}

/** The expression with `*` or `+` for every count that is large. */
function uncounted(source: string, flags: string): string {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const counts: { start: number; end: number; sign: string }[] = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter({ element, end, min, max }) {
      if (max > COUNT_MAX && max !== Number.POSITIVE_INFINITY) counts.push({ start: element.end, end, sign: min === 0 ? '*' : '+' });
    },
  });
  return counts
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, sign }) => text.slice(0, start) + sign + text.slice(end), source);
}
