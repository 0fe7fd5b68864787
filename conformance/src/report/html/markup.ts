import { escapeMarkup } from '../xml.ts';

/** HTML that needs no more escaping. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

export type Content = Markup | string | number | false | null | undefined | readonly Content[];

/** A template that escapes its values, so that no answer of a target becomes HTML. It joins lists, and leaves out absent values. */
export function markup(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.map((text, index) => text + (index < values.length ? htmlOf(values[index]) : '')).join(''));
}

/** A sentence of the contract, with text in backticks as code. */
export function prose(text: string): Markup {
  const parts = text.split('`');
  return markup`${parts.map((part, index) => (index % 2 === 1 && index < parts.length - 1 ? markup`<code>${part}</code>` : part))}`;
}

function htmlOf(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.html;
  if (typeof value === 'object') return value.map(htmlOf).join('');
  return escapeMarkup(String(value));
}
