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
