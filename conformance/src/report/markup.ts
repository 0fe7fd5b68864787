/** HTML that needs no more escaping. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

type Content = Markup | string | number | false | null | undefined | readonly Content[];

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

/** Characters that XML 1.0 cannot hold, even escaped. They become the replacement character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text escaped for an element or a quoted attribute of XML and HTML. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Text escaped for an attribute of XML, where a line break would become a space. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll('\r', '&#13;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
