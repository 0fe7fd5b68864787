/** A link with its parameters, and one of these; what is quoted may hold any of the signs between them (RFC 8288, 3). */
const LINK = /<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;
const PARAMETER = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/**
 * The query of the next page. Only the query of a link is used: the path is that of the list, behind whatever proxy the
 * list is reached through, and the keys in the headers go to no other host.
 */
export function nextQuery(link: string | undefined): string | undefined {
  const links = [...(link ?? '').matchAll(LINK)];
  const next = links.find(([, , parameters = '']) => relations(parameters).includes('next'));
  return next && (/\?[^#]*/.exec(next[1] ?? '')?.[0] ?? '');
}

/** The first `rel` counts, and may name several relations, apart by spaces. */
function relations(parameters: string): readonly string[] {
  const [, , quoted, bare] = [...parameters.matchAll(PARAMETER)].find(([, name = '']) => name.toLowerCase() === 'rel') ?? [];
  return (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
}
