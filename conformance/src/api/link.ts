/** A link of a `Link` header: the address, and the relations of its first `rel`. Only the first one counts (RFC 8288, 3.3). */
export interface Link {
  readonly address: string;
  readonly relations: readonly string[];
}

const ADDRESS = /<([^<>]*)>/g;
/** A quoted value may contain any separator. */
const PARAMETER = /\s*;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))?)?/y;

/** Reads the header once from left to right, and skips what is not a link. */
export function linksOf(header: string): readonly Link[] {
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
