import { compareMembers } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { note, within } from '../model/scope.ts';
import type { ApiScope } from './api-scope.ts';
import { compareMediaTypes } from './media-types.ts';
import { compareRequired } from './parameters.ts';

/** Compares what is sent in the body of a request. */
export function compareRequestBody(before: Node, after: Node, outer: ApiScope): void {
  const scope = { ...outer, ...within(outer, 'request') };
  const isRequired = after.at('required').value === true;
  if (!after.exists) note(scope, 'request-member-removed', after.path, 'the body is removed');
  else if (!before.exists) note(scope, isRequired ? 'request-member-demanded' : 'request-member-added', after.path, 'a body is added');
  else {
    compareMembers(
      before,
      after,
      {
        ...NOTES,
        required: () => compareRequired(before, after, scope),
        content: (was, is) => compareMediaTypes(was, is, scope, 'request'),
      },
      scope,
    );
  }
}
