import { note } from '../model/scope.ts';
import { deprecation, deprecationNote } from './deprecation.ts';
import { type Compare, type Comparers, exactly } from './members.ts';
import { isMembers, type Node } from './node.ts';

/** What people read in the documents and in the comments of generated code. */
const wording = exactly('wording');

/** Where something comes from, and other remarks that stand in the documents alone. */
const remark = exactly('note-changed');

/** What tells the suite how to make, to find and to change objects. */
const judging = exactly('judging-changed');

/** Generators of others name classes by it: Modelina and quicktype those of schemas. */
const titled = exactly('title-changed');

/** Generators of others name classes by them: openapi-generator by the first tag of an operation. */
const tagged: Compare = (before, after, scope) => {
  const [was, is] = [before, after].map(namesOfTags);
  if (was === is) remark(before, after, scope);
  else note(scope, 'tag-changed', after.path, `tags were ${was || 'absent'}, are ${is || 'absent'}`);
};

/** A document lists its tags in any order, an operation leads with that which it belongs to. */
function namesOfTags(tags: Node): string {
  const names = tags.items().map((tag) => (isMembers(tag.value) ? String(tag.at('name').value) : String(tag.value)));
  return (tags.items().some(({ value }) => isMembers(value)) ? names.toSorted() : names).join(', ');
}

/** Members that almost everything in a document may have, and that bind nobody. */
export const NOTES: Comparers = {
  title: titled,
  summary: wording,
  description: wording,
  'x-clause': remark,
  'x-chosen': remark,
  'x-states': remark,
  'x-words': remark,
  // What the suite reads of an operation, and of the objects that bodies write.
  'x-does': judging,
  'x-label': judging,
  'x-references': judging,
  tags: tagged,
  externalDocs: remark,
  example: exactly('example-changed'),
  examples: exactly('example-changed'),
  'x-example-signature': exactly('example-changed'),
  deprecated: deprecation,
  'x-deprecation': deprecationNote,
};

/** The `info` of a document. Its version is that of the package, so a release changes it and nothing else does. */
export const INFO: Comparers = {
  ...NOTES,
  title: remark,
  summary: remark,
  description: remark,
  license: remark,
  contact: remark,
  termsOfService: remark,
  version: () => {},
};
