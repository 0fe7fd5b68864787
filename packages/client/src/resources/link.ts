/**
 * The query of the next page. Only the query of a link is used: the path is that of the list, behind whatever proxy the
 * list is reached through, and the keys in the headers go to no other host.
 */
export function nextQuery(link: string | undefined): string | undefined {
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) continue;
    return /\?[^#]*/.exec(target)?.[0] ?? '';
  }
  return undefined;
}
