import { deprecation, deprecationNote } from './deprecation.ts';
import { type Comparers, exactly } from './members.ts';

/** What people read in the documents and in the comments of generated code. */
const wording = exactly('wording');

/** Where something comes from, and other remarks that stand in the documents alone. */
const remark = exactly('note-changed');

/** What tells the suite how to make, to find and to change objects. */
const judging = exactly('judging-changed');

/** Members that almost everything in a document may have, and that bind nobody. */
export const NOTES: Comparers = {
  title: wording,
  summary: wording,
  description: wording,
  'x-clause': remark,
  'x-chosen': remark,
  'x-states': remark,
  // What the suite reads of an operation, and of the objects that bodies write.
  'x-does': judging,
  'x-label': judging,
  'x-references': judging,
  tags: remark,
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
