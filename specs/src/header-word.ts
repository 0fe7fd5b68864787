/** The header names of a document, each with the pattern that its mark `x-header-word` gives: `X-{word}-ApiKey`. */
export function headerPatterns(document: unknown): readonly string[] {
  if (typeof document !== 'object' || document === null) return [];
  const inside = Object.values(document).flatMap(headerPatterns);
  const own: unknown = 'x-header-word' in document ? document['x-header-word'] : undefined;
  return typeof own === 'string' ? [own, ...inside] : inside;
}

/**
 * The text of a document with another word in its header names (D-13). Nothing else is spelt like a header name, so every place that says
 * one is meant: parameters, security schemes, examples, descriptions.
 */
export function withHeaderWord(text: string, patterns: readonly string[], word: { readonly from: string; readonly to: string }): string {
  return patterns.reduce(
    (said, pattern) => said.replaceAll(pattern.replace('{word}', word.from), pattern.replace('{word}', word.to)),
    text,
  );
}
