/** The members of an object that the contract names; `true` takes the value as it is, an object goes on inside. */
export interface Members {
  readonly [name: string]: true | Members;
}

/**
 * Takes only the members that the contract names: others are ignored (they could nest without end). The value was validated,
 * so that a named member has the form that it should have.
 */
export function pick<Value extends object>(value: Value, members: Members): Value {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(members)) {
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (member !== undefined) picked[name] = pickInside(member, members[name]);
  }
  return picked as Value;
}

function pickInside(member: unknown, inside: Members[string] | undefined): unknown {
  if (inside === true || inside === undefined) return member;
  if (Array.isArray(member)) return member.map((element) => pickInside(element, inside));
  return typeof member === 'object' && member !== null ? pick(member, inside) : member;
}
