import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHORTER_NAMES } from '../bump-cases.ts';
import { RepositoryCopy } from '../repository-copy.ts';

const NAME = 'Credentials.UserName.maxLength: maxLength was 256, is 128 (request-narrowed)';

const copy = new RepositoryCopy();

beforeAll(async () => {
  await copy.prepare();
  await copy.commitAll();
  await copy.git('switch', '--quiet', '--create', 'branch');
});
afterAll(() => copy.remove());

test('what a branch changes is shown since it left the other, as text and as Markdown, and judged by nobody', async () => {
  // The other branch goes on: what it changes is not the change of this one.
  await copy.with([['problems.yaml', 'title: The service failed', 'title: Something failed']], async () => {
    await copy.git('switch', '--quiet', 'main');
    await copy.git('commit', '--quiet', '--all', '--message', 'another');
    await copy.git('switch', '--quiet', 'branch');
  });
  await copy.with([SHORTER_NAMES], async () => {
    const text = await copy.check('--since', 'main');
    expect(text).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining(`  admin ${NAME}\n`) });
    expect(text.stdout).not.toContain('internal-error');
    const markdown = await copy.check('--since', 'main', '--markdown');
    expect(markdown).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining(`- \`admin ${NAME}\``) });
    expect(markdown.stdout).toContain('**Breaking**');
  });
});

test('a branch that changes nothing of the contract has nothing to show', async () => {
  const { exitCode, stdout } = await copy.check('--since', 'main');
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('specs/');
});

test('a commit whose contract cannot be read is refused', async () => {
  await copy.with([['openapi/admin.yaml', 'openapi: [']], () => copy.git('commit', '--quiet', '--all', '--message', 'broken'));
  expect(await copy.check('--since', 'HEAD')).toMatchObject({ exitCode: 2, stdout: '' });
});

test.each(['nonsense', '', '--all', 'HEAD~99'])('a commit that git does not know is refused: "%s"', async (reference) => {
  expect(await copy.check(`--since=${reference}`)).toMatchObject({ exitCode: 2, stdout: '' });
});
