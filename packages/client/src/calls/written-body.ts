/**
 * A body as the contract writes it, from what was read and changed. `differences` has a name for each member that is written otherwise
 * than it is read: `Url` where `url` is read, and `numero?` where null is left out.
 */
export function writtenBody(body: unknown, differences: readonly string[]): unknown {
  if (differences.length === 0) return body;
  const read: Readonly<Record<string, unknown>> = { ...Object(body) };
  const renamed: Record<string, unknown> = {};
  const absent = new Set<string>();
  for (const difference of differences) {
    const name = difference.replace('?', '');
    const readName = name.charAt(0).toLowerCase() + name.slice(1);
    if (name !== difference && read[readName] === null) absent.add(readName);
    else if (name !== readName && readName in read) renamed[name] = read[readName];
  }
  // A name that only answers have tells that this was read. What the service alone writes is left out then.
  if (Object.keys(renamed).length > 0) return renamed;
  return Object.fromEntries(Object.entries(read).filter(([name]) => !absent.has(name)));
}
