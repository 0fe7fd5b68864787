/** A link of a `Link` header: the address, and the relations of its first `rel`, which alone counts (RFC 8288, 3.3). */
interface Link {
  readonly address: string;
  readonly relations: readonly string[];
}

const ADDRESS = /<([^<>]*)>/g;
/** What is quoted may hold any of the signs between parameters. */
const PARAMETER = /\s*;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))?)?/y;

/** Reads the header from left to right, once, and skips what is not a link. */
function linksOf(header: string): readonly Link[] {
  const links: Link[] = [];
  ADDRESS.lastIndex = 0;
  for (let found = ADDRESS.exec(header); found !== null; found = ADDRESS.exec(header)) {
    let rel: string | undefined;
    PARAMETER.lastIndex = ADDRESS.lastIndex;
    for (let one = PARAMETER.exec(header); one !== null; one = PARAMETER.exec(header)) {
      const [, name = '', quoted, bare = ''] = one;
      if (name.toLowerCase() === 'rel') rel ??= quoted ?? bare;
      ADDRESS.lastIndex = PARAMETER.lastIndex;
    }
    links.push({ address: found[1] ?? '', relations: (rel ?? '').toLowerCase().split(/\s+/) });
  }
  return links;
}

/**
 * The query of the next page. Only the query of a link is used: the path is that of the list, behind whatever proxy the
 * list is reached through, and the keys in the headers go to no other host.
 */
export function nextQuery(header: string | undefined): string | undefined {
  const next = linksOf(header ?? '').find(({ relations }) => relations.includes('next'));
  return next && (/\?[^#]*/.exec(next.address)?.[0] ?? '');
}
