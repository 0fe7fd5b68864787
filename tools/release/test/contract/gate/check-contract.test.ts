import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it as test } from 'vitest';
import { SHORTER_NAMES } from '../bump-cases.ts';
import type { Edit } from '../edited-specs.ts';
import { RepositoryCopy } from '../repository-copy.ts';

const copy = new RepositoryCopy();

beforeAll(() => copy.prepare());
afterEach(() => copy.forget('mine'));
afterAll(() => copy.remove());

describe('the command check:contract', () => {
  test('says nothing of the contract of the last release', async () => {
    expect(await copy.checkAsProcess()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('ends as a process with what it found as exit code and output', async () => {
    await copy.with([SHORTER_NAMES], async () => {
      const { exitCode, stdout, stderr } = await copy.checkAsProcess();
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toBe((await copy.check()).stderr);
    });
    await copy.with([['openapi/admin.yaml', '']], async () => {
      const { exitCode, stdout, stderr } = await copy.checkAsProcess();
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toBe((await copy.check()).stderr);
    });
  });

  test('does not take a changeset that is empty or names other packages', async () => {
    await copy.with([SHORTER_NAMES], async () => {
      await copy.changeset('mine');
      for (const releases of ['', "'@business-cloud/events': major\n"]) {
        copy.write('.changeset/mine.md', `---\n${releases}---\n\nSomething.\n`);
        expect((await copy.check()).exitCode).toBe(1);
      }
    });
  });

  test('asks for a major bump from 1.0.0 on', async () => {
    const manifest: [string, string, string] = ['package.json', '"version": "0', '"version": "1'];
    await copy.with([manifest], async () => {
      await copy.record();
      await copy.with([SHORTER_NAMES], async () => {
        await copy.changeset('mine');
        expect(copy.read('.changeset/mine.md')).toContain("'@business-cloud/specs': major");
        expect(copy.read('.changeset/mine.md')).toContain("'@business-cloud/client': minor");
      });
    });
    await copy.record();
  });

  test.each<{ what: string; edits: readonly Edit[] }>([
    { what: 'a document that is not YAML', edits: [['openapi/customer.yaml', 'openapi: 3.1.0', 'openapi: [3.1.0']] },
    { what: 'a file of a document that is not YAML', edits: [['schemas/Id.yaml', 'title: Id', 'title: [Id']] },
    { what: 'a reference that leads nowhere', edits: [['schemas/Articolo.yaml', '$ref: Id.yaml', '$ref: Idd.yaml']] },
    { what: 'an empty document', edits: [['openapi/admin.yaml', '']] },
    { what: 'a register that is not YAML', edits: [['rules/auth.yaml', '- id: AUTH-01', '- id: [AUTH-01']] },
    { what: 'an empty register', edits: [['problems.yaml', '']] },
    { what: 'an example that is not JSON', edits: [['examples/problem/in-use.json', '{']] },
    { what: 'a version that no release recorded', edits: [['package.json', '"version": "', '"version": "9.']] },
  ])('cannot tell, and says so with exit code 2: $what', async ({ edits }) => {
    await copy.with(edits, async () => {
      const { exitCode, stderr } = await copy.check();
      expect(stderr).not.toContain('    at ');
      expect(exitCode).toBe(2);
    });
  });

  test.each<{ what: string; file: string; content: string | undefined }>([
    { what: 'a baseline without its index', file: 'specs/released/release.json', content: undefined },
    { what: 'a baseline without a document', file: 'specs/released/openapi/admin.json', content: undefined },
    { what: 'a baseline that is not JSON', file: 'specs/released/rules.json', content: '[' },
    { what: 'a baseline that was edited', file: 'specs/released/openapi/customer.json', content: '{}' },
    {
      what: 'a changeset of a package that does not exist',
      file: '.changeset/mine.md',
      content: "---\n'@business-cloud/clients': minor\n---\n\nX\n",
    },
    { what: 'differences beside no changeset', file: '.changeset/mine.differences', content: 'x\n' },
    { what: 'an empty changeset file', file: '.changeset/mine.md', content: '' },
    {
      what: 'a changeset with a bump that does not exist',
      file: '.changeset/mine.md',
      content: "---\n'@business-cloud/client': huge\n---\n\nX\n",
    },
  ])('cannot tell, and says so with exit code 2: $what', async ({ file, content }) => {
    if (content === undefined) rmSync(join(copy.root, file));
    else copy.write(file, content);
    const { exitCode, stderr } = await copy.check();
    await copy.record();
    expect(stderr).not.toContain('    at ');
    expect(exitCode).toBe(2);
  });

  test('shows its help, and refuses other arguments', async () => {
    expect(await copy.check('--help')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Examples:') });
    for (const args of [['--fast'], ['specs'], ['--markdown'], ['--since']])
      expect(await copy.check(...args)).toMatchObject({ exitCode: 2 });
  });
});
