/** An element of XML: its name, and its text or its children. Children that are undefined are left out. */
export type XmlElement = readonly [name: string, content: string | readonly (XmlElement | undefined)[]];

/** Writes an element and all that is in it, indented. */
export function writeXml([name, content]: XmlElement, attributes = '', indent = ''): string {
  if (typeof content === 'string') return `${indent}<${name}${attributes}>${escapeText(content)}</${name}>\n`;
  const children = content.filter((child) => child !== undefined).map((child) => writeXml(child, '', `${indent}  `));
  return `${indent}<${name}${attributes}>\n${children.join('')}${indent}</${name}>\n`;
}

/** An element with text, if there is text. */
export function textElement(name: string, text: string | undefined): XmlElement | undefined {
  return text === undefined ? undefined : [name, text];
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
