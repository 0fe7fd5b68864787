import { DeclarationReflection, type ProjectReflection, ReferenceType, type Reflection, ReflectionKind, ReflectionType } from 'typedoc';

const DOCUMENTED =
  ReflectionKind.Variable |
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Property |
  ReflectionKind.Accessor |
  ReflectionKind.Method;

/** What needs no sentence, each for its reason. */
const EXCEPTIONS: readonly ((member: DeclarationReflection) => boolean)[] = [
  // A path of the API does not have it, such as `patch?: never`.
  ({ type }) => /^(?:never|undefined)$/.test(type?.toString() ?? ''),
  // A path of the API is told by its operations.
  ({ name }) => name.startsWith('/api/'),
  // The parts of an operation have the names that OpenAPI gives them.
  ({ name }) =>
    /^(?:parameters|query|path|header|cookie|requestBody|requestBodies|responses|headers|content|schemas|pathItems)$/.test(name),
  ({ name }) => /^application\/(?:json|xml|problem\+json)$/.test(name),
  // Its operations are documented where they stand, in the table of paths.
  ({ parent }) => parent?.name === 'operations' && parent.kindOf(ReflectionKind.Interface),
  // The rows of a table in code are values, and the table says what they are.
  (member) => ancestors(member).some((one) => one.kindOf(ReflectionKind.Variable)),
  // A function says in its own comment what it is called with and what it returns.
  (member) =>
    ancestors(member).some((one) => one.kindOf(ReflectionKind.Parameter | ReflectionKind.TypeParameter | ReflectionKind.SomeSignature)),
  // The brand of an id, a token or a secret is a symbol that nobody can write.
  ({ name }) => name.startsWith('['),
];

/** The full names of the public members without a sentence in their comment. What several entries lead to is named once. */
export function undocumented(project: ProjectReflection): readonly string[] {
  const found = new Map<string, string>();
  for (const member of project.getReflectionsByKind(DOCUMENTED)) {
    if (!(member instanceof DeclarationReflection) || isDocumented(member) || EXCEPTIONS.some((isOne) => isOne(member))) continue;
    const { packageName, packagePath, pos = Number.POSITIVE_INFINITY } = project.getSymbolIdFromReflection(member) ?? {};
    // A mapped type makes it from a union, so that no comment can stand beside it.
    if (pos !== Number.POSITIVE_INFINITY) found.set(`${packageName} ${packagePath} ${pos}`, member.getFriendlyFullName());
  }
  return [...found.values()].sort();
}

/** The comment of what can be called may stand at its signature. */
function isDocumented(member: DeclarationReflection): boolean {
  if (hasCommentOfBase(member)) return false;
  const { signatures = [], getSignature, type } = member;
  const called = type instanceof ReflectionType ? [type.declaration, ...(type.declaration.signatures ?? [])] : [];
  return [member, getSignature, ...signatures, ...called].some((one) => one && hasSentence(one));
}

/** TypeDoc gives what has no comment that of the class or interface that it extends, and editors do not. */
function hasCommentOfBase({ comment, extendedTypes = [] }: DeclarationReflection): boolean {
  const bases = extendedTypes.map((type) => (type instanceof ReferenceType ? type.reflection?.comment : undefined));
  return comment !== undefined && bases.some((base) => base?.similarTo(comment));
}

/** A format alone, as openapi-typescript writes it, is none. */
function hasSentence({ comment }: Reflection): boolean {
  const text = (comment?.summary ?? []).map((part) => part.text).join('');
  return text.replaceAll(/Format: \S+/g, '').trim() !== '';
}

function ancestors(member: Reflection): readonly Reflection[] {
  return member.parent === undefined ? [] : [member.parent, ...ancestors(member.parent)];
}
