import type { ConformanceResult } from '../../model/result.ts';
import { describeHoldUp, holdUps } from '../hold-ups.ts';
import { describeServerError, serverErrors, serverErrorTitle } from '../server-errors.ts';
import { type Markup, markup } from './markup.ts';

/** Causes that many rules share: operations that hold them up, and 5xx answers. */
export function causes(result: ConformanceResult): Markup {
  const errors = serverErrors(result);
  return markup`${list('held-up', 'Held up by operations that are missing or broken', holdUps(result).map(describeHoldUp))}
${list('server-errors', serverErrorTitle(errors), errors.map(describeServerError))}`;
}

function list(id: string, title: string, lines: readonly string[]): Markup {
  if (lines.length === 0) return markup``;
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="lines">${lines.map((line) => markup`<li>${line}</li>`)}</ul></section>`;
}
