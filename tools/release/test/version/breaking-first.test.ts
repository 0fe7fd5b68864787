import { expect, test } from 'vitest';
import { withBreakingFirst } from '../../src/version/breaking-first.ts';

const OLDER = `## 0.1.0

### Minor Changes

- a751348: First release.
- Breaking: nothing.
`;

test('what breaks comes first in each section of the newest version, dependencies are named once, and the rest stays as it is', () => {
  const changelog = `# @business-cloud/specs

## 0.2.0

### Minor Changes

- 1111111: A new member.

  It may be left out.

- 3333333: The documents are written otherwise.

  - Breaking: a schema is removed.
- 2222222: - Breaking for client: a member is removed.
  - Another.
- Not breaking: a title.

### Patch Changes

- Updated dependencies [1111111]
- Updated dependencies [2222222]
  - @business-cloud/events@0.2.0
- Breaking: a repair.

${OLDER}`;
  expect(withBreakingFirst(changelog)).toBe(`# @business-cloud/specs

## 0.2.0

### Minor Changes

- 2222222: - Breaking for client: a member is removed.
  - Another.
- 3333333: The documents are written otherwise.

  - Breaking: a schema is removed.
- 1111111: A new member.

  It may be left out.
- Not breaking: a title.

### Patch Changes

- Breaking: a repair.
- Updated dependencies [2222222]
  - @business-cloud/events@0.2.0

${OLDER}`);
});

test('a changelog with one version, and one with none, can be read', () => {
  expect(withBreakingFirst(`# x\n\n${OLDER}`)).toBe(
    `# x\n\n${OLDER.replace('- a751348: First release.\n- Breaking: nothing.', '- Breaking: nothing.\n- a751348: First release.')}\n`,
  );
  expect(withBreakingFirst('# x\n')).toBe('# x\n');
});
