/** A reference: where it stands, and the node that it leads to, both as `<document>#/<path>`. */
export interface Reference {
  readonly at: string;
  readonly to: string;
}

/** The references that close a circle: what they lead to holds them, itself or through others. Of each circle one. */
export function circlesOf<R extends Reference>(references: readonly R[]): readonly R[] {
  const inside = (node: string): readonly R[] => references.filter(({ at }) => at === node || at.startsWith(`${node}/`));
  const closing: R[] = [];
  const finished = new Set<string>();
  const visit = (node: string, way: ReadonlySet<string>): void => {
    if (finished.has(node)) return;
    for (const reference of inside(node)) {
      if (way.has(reference.to)) closing.push(reference);
      else visit(reference.to, new Set([...way, reference.to]));
    }
    finished.add(node);
  };
  for (const { to } of references) visit(to, new Set([to]));
  return closing;
}

/** Every `$ref` inside a value. @param at where the value stands @param resolve what a reference leads to, from there */
export function referencesIn(value: unknown, at: string, resolve: ($ref: string) => string): readonly Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === '$ref' && typeof member === 'string'
      ? [{ at, to: resolve(member) }]
      : referencesIn(member, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, resolve),
  );
}
