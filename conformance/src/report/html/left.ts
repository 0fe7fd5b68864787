import type { Cleanup } from '../../model/cleanup.ts';
import { describeLeft, describeUnknown, leftByReason, leftTitle } from '../left-lines.ts';
import { type Markup, markup } from './markup.ts';

/** What the run created and could not remove. Empty if everything is gone. */
export function left(cleanup: Cleanup): Markup {
  const lines = [...leftByReason(cleanup).map(describeLeft), ...cleanup.unknown.map(describeUnknown)];
  if (lines.length === 0) return markup``;
  return markup`<section aria-labelledby="left"><h2 id="left">${leftTitle(cleanup)}</h2>
<ul class="lines">${lines.map((line) => markup`<li>${line}</li>`)}</ul></section>`;
}
