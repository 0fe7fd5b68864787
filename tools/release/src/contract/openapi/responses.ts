import { compareMembers, compareNamed, exactlyOr, notUnderstood } from '../documents/members.ts';
import type { Node } from '../documents/node.ts';
import { NOTES } from '../documents/notes.ts';
import { note, within } from '../model/scope.ts';
import { type ApiScope, compareSchemaOf } from './api-scope.ts';
import { markChanged } from './marks.ts';
import { compareMediaTypes } from './media-types.ts';

/** Compares the answers of an operation by status. */
export function compareResponses(before: Node, after: Node, scope: ApiScope): void {
  compareNamed(before, after, {
    both: (status, was, is) => compareResponse(was, is, { ...scope, ...within(scope, `answer ${status}`) }),
    added: (status, node) => {
      note(scope, /^[45]/.test(status) ? 'refusal-added' : 'success-added', node.path, `the answer ${status} is added`);
    },
    removed: (status, node) => note(scope, 'status-removed', node.path, `the answer ${status} is removed`),
  });
}

function compareResponse(before: Node, after: Node, scope: ApiScope): void {
  compareMembers(
    before,
    after,
    {
      ...NOTES,
      headers: (was, is) => compareHeaders(was, is, scope),
      content: (was, is) => compareMediaTypes(was, is, scope, 'answer'),
      links: notUnderstood,
      'x-problems': compareProblemCodes,
    },
    scope,
  );
  function compareProblemCodes(was: Node, is: Node): void {
    const [old, fresh] = [was, is].map((list) => list.items().map(({ value }) => String(value)));
    const come = fresh?.filter((code) => !old?.includes(code)) ?? [];
    const gone = old?.filter((code) => !fresh?.includes(code)) ?? [];
    for (const code of come) note(scope, 'problem-code-added', is.path, `can carry the problem ${code} too`);
    for (const code of gone) note(scope, 'problem-code-removed', is.path, `no longer carries the problem ${code}`);
  }
}

/** The names of headers mean the same in upper and lower case. */
function compareHeaders(before: Node, after: Node, scope: ApiScope): void {
  const judge: Parameters<typeof compareNamed>[2] = {
    both: (name, was, is) => compareHeader(was, is, { ...scope, ...within(scope, `header ${name}`) }),
    added: (name, node) => {
      const isRequired = node.at('required').value === true;
      note(scope, isRequired ? 'answer-member-promised' : 'answer-member-added', node.path, `the header ${name} is added`);
    },
    removed: (name, node) => note(scope, 'answer-member-removed', node.path, `the header ${name} is removed`),
  };
  compareNamed(before, after, judge, (name) => name.toLowerCase());
}

function compareHeader(before: Node, after: Node, scope: ApiScope): void {
  const required = (): void => {
    const [was, is] = [before, after].map((node) => node.at('required').value === true);
    const text = is ? 'is always answered now' : 'is no longer always answered';
    if (was !== is) note(scope, is ? 'answer-narrowed' : 'answer-widened', after.at('required').path, text);
  };
  compareMembers(
    before,
    after,
    {
      ...NOTES,
      required,
      schema: (was, is) => compareSchemaOf(was, is, scope, 'answer'),
      content: (was, is) => compareMediaTypes(was, is, scope, 'answer'),
      style: exactlyOr('simple', 'answer-changed'),
      explode: exactlyOr(false, 'answer-changed'),
      'x-header-word': markChanged,
    },
    scope,
  );
}
