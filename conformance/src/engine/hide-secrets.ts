import { operations } from '../generated/operations.ts';
import type { Secret } from './secret.ts';
import { foldCase, formsOf, type SecretForm } from './secret-forms.ts';

/** Replaces every secret in a text by the name that stands for it, and what is nearly a secret by `<nearly NAME>`. */
export type Hide = (text: string) => string;

interface Span {
  readonly from: number;
  readonly to: number;
  readonly placeholder: string;
}

/** How many characters in a row a text must share with a secret to count as a part of it. */
const SHORTEST_SHARED = 6;
/** What is looked for first of longer secrets. */
const CLUE_LENGTH = 24;
/** Words that reports are full of: a key that is made of one is not betrayed by it. */
const ordinaryWords: readonly string[] = ['license', 'password', 'credential', 'conformance'];
/** A password or secret that a service made or changed itself is known by the name of its field. */
const SECRET_FIELD = /("(?:password|secret)"\s*:\s*)"(?:(?:[^"\\<]|\\.)(?:[^"\\]|\\.)*)?"/gi;

/**
 * Checks send secrets with one character changed, halves of them and other cases of them, and services echo what they are sent: so a text
 * that shares half of a secret, or all but one character of a short one, hides the whole word around it. A secret that is an ordinary word is
 * hidden as a whole value alone: a sentence with a hole in it says what was there.
 */
export function hider(secrets: readonly Secret[]): Hide {
  const forms = secrets.flatMap(formsOf);
  const short = forms.filter((form) => form.short);
  const known = clues(forms);
  const clued = new Set([...known.values()].flat().map(({ form }) => form));
  // Made of ordinary words alone: nothing tells beforehand whether a text holds one.
  const unclued = forms.filter((form) => !clued.has(form));
  return (text) => {
    if (text.length < SHORTEST_SHARED) return text;
    const lowered = foldCase(text);
    const suspects = [...suspected(lowered, known)];
    const exact = [...suspects, ...unclued].flatMap((form) => exactSpans(lowered, form));
    const near = [...suspects.flatMap((form) => sharedSpans(lowered, form)), ...short.flatMap((form) => nearSpans(lowered, form))];
    // A variable of a shell stands for a secret already.
    const isOurs = (span: Span): boolean =>
      text.slice(0, span.from).endsWith('${') || (isWords(text.slice(span.from, span.to)) && !isValue(text, span));
    const words = exact.filter((span) => isOurs(span) || isWords(text.slice(span.from, span.to)));
    const parts = near.filter(({ from, to }) => !words.some((word) => word.from <= from && to <= word.to));
    const spans = [...exact, ...parts.map((span) => wholeWord(text, span))];
    const hidden = replaceSpans(
      text,
      spans.filter((span) => !isOurs(span)),
    );
    return hidden.replaceAll(SECRET_FIELD, '$1"<REDACTED>"');
  };
}

/** Whether a place is a value by itself: a text in quotes that names no member, what follows an equals sign, or all there is. */
function isValue(text: string, { from, to }: Span): boolean {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  if (before === '' && after === '') return true;
  if (before.endsWith('"')) return /^\\*"/.test(after) && !/^\\*"\s*:/.test(after);
  return before.endsWith('=') && /^(?:[&\s"]|$)/.test(after);
}

/** What may stand in a sentence, or name a member, by itself. */
function isWords(text: string): boolean {
  return text.split(' ').every((word) => /^\p{L}?\p{Ll}{0,11}$/u.test(word) || word in operations);
}

function exactSpans(text: string, form: SecretForm): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(form.text); at >= 0; at = text.indexOf(form.text, at + 1))
    spans.push({ from: at, to: at + form.text.length, placeholder: form.placeholder });
  return spans;
}

/** How many characters in a row a text must share with a form to betray it: one changed character leaves a half of it whole. */
function betraying({ text }: SecretForm): number {
  return Math.max(SHORTEST_SHARED, Math.floor((text.length - 1) / 2));
}

/** A run of characters of a form: no text betrays the form without holding one of its runs. */
interface Clue {
  readonly run: string;
  readonly form: SecretForm;
}

/**
 * Some runs of the forms, by the characters that they begin with. Tokens can be thousands of characters long, and hardly any text holds a part
 * of one: to look for all runs of all of them would take seconds.
 */
function clues(forms: readonly SecretForm[]): ReadonlyMap<string, readonly Clue[]> {
  const found = new Map<string, Clue[]>();
  for (const form of forms) {
    const length = Math.min(betraying(form), CLUE_LENGTH);
    for (let at = 0; at + length <= form.text.length; at += betraying(form) - length + 1) {
      const run = form.text.slice(at, at + length);
      if (isOrdinary(run)) continue;
      const beginning = run.slice(0, SHORTEST_SHARED);
      const others = found.get(beginning);
      if (others === undefined) found.set(beginning, [{ run, form }]);
      else others.push({ run, form });
    }
  }
  return found;
}

function isOrdinary(run: string): boolean {
  return ordinaryWords.some((word) => word.includes(run));
}

/** The forms that a text may share enough with. */
function suspected(text: string, known: ReturnType<typeof clues>): ReadonlySet<SecretForm> {
  const forms = new Set<SecretForm>();
  for (let at = 0; at + SHORTEST_SHARED <= text.length; at += 1)
    for (const { run, form } of known.get(text.slice(at, at + SHORTEST_SHARED)) ?? []) if (text.startsWith(run, at)) forms.add(form);
  return forms;
}

function sharedSpans(text: string, form: SecretForm): readonly Span[] {
  const length = betraying(form);
  const runs = new Set<string>();
  for (let at = 0; at + length <= form.text.length; at += 1) runs.add(form.text.slice(at, at + length));
  const spans: Span[] = [];
  for (let at = 0; at + length <= text.length; at += 1) {
    const run = text.slice(at, at + length);
    if (runs.has(run) && !isOrdinary(run)) spans.push({ from: at, to: at + length, placeholder: nearly(form.placeholder) });
  }
  return spans;
}

/** Where the text differs from a short secret in one character: its halves are too short to recognise it by. */
function nearSpans(text: string, form: SecretForm): readonly Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + form.text.length <= text.length; at += 1) {
    if (differences(text, at, form) <= form.charactersForOne)
      spans.push({ from: at, to: at + form.text.length, placeholder: nearly(form.placeholder) });
  }
  return spans;
}

function differences(text: string, at: number, { text: secret, charactersForOne }: SecretForm): number {
  let count = 0;
  for (let index = 0; index < secret.length && count <= charactersForOne; index += 1) if (text[at + index] !== secret[index]) count += 1;
  return count;
}

function nearly(placeholder: string): string {
  return placeholder.replace('<', '<nearly ');
}

/** The span with the rest of its word: what stands beside half a secret is most often the other half. */
function wholeWord(text: string, { from, to, placeholder }: Span): Span {
  const part = /[^\s"'<>&;,(){}[\]:\\]/;
  let [start, end] = [from, to];
  while (start > 0 && part.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && part.test(text[end] ?? '')) end += 1;
  return { from: start, to: end, placeholder };
}

/** Overlapping spans become one: a whole secret names it before what is nearly one, and the longer before the shorter. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  const shown: string[] = [];
  let end = 0;
  const ordered = spans.toSorted((left, right) => left.from - right.from || right.to - left.to);
  for (let index = 0; index < ordered.length; ) {
    const group = overlapping(ordered, index);
    const from = ordered[index]?.from ?? 0;
    shown.push(text.slice(end, from), nameOf(group));
    end = Math.max(...group.map(({ to }) => to));
    index += group.length;
  }
  return shown.join('') + text.slice(end);
}

function overlapping(ordered: readonly Span[], first: number): readonly Span[] {
  const group: Span[] = [];
  let end = -1;
  for (const span of ordered.slice(first)) {
    if (group.length > 0 && span.from >= end) break;
    group.push(span);
    end = Math.max(end, span.to);
  }
  return group;
}

function nameOf(group: readonly Span[]): string {
  const best = group.toSorted((left, right) => rank(left) - rank(right) || right.to - right.from - (left.to - left.from))[0];
  return best?.placeholder ?? '<REDACTED>';
}

function rank({ placeholder }: Span): number {
  return placeholder.startsWith('<nearly') ? 1 : 0;
}
