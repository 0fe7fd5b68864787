import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SHORTER_NAMES } from '../bump-cases.ts';
import type { Edit } from '../edited-specs.ts';
import { USER_NAME_LENGTH } from '../edits/row.ts';
import { RepositoryCopy } from '../repository-copy.ts';

const STILL_SHORTER: Edit = ['schemas/Credentials.yaml', USER_NAME_LENGTH, 'maxLength: 64'];
const REMOVAL: Edit = [
  'openapi/customer.yaml',
  '  /api/{version}/config/evento/{eventGuid}/redeliver:\n    $ref: paths/evento.yaml#/redeliver\n',
  '',
];
const TEXT = "---\n'@business-cloud/specs': minor\n'@business-cloud/client': minor\n---\n\nMine.\n";

const copy = new RepositoryCopy();

beforeAll(() => copy.prepare());
afterEach(() => copy.forget('mine'));
afterAll(() => copy.remove());

test('there is nothing to write where nothing differs', async () => {
  expect((await copy.changeset('mine')).exitCode).toBe(0);
  expect(() => copy.read('.changeset/mine.md')).toThrow();
});

test('beside a changeset that is there the differences are written, and its text is left', async () => {
  copy.write('.changeset/mine.md', TEXT);
  await copy.with([SHORTER_NAMES], async () => {
    const { exitCode, stdout } = await copy.changeset('mine');
    expect({ exitCode, isTold: stdout.includes('@business-cloud/service') }).toEqual({ exitCode: 0, isTold: true });
    expect(copy.read('.changeset/mine.md')).toBe(TEXT);
    // It says nothing of the service, which carries the API too.
    expect((await copy.check()).exitCode).toBe(1);
  });
});

test('what is changed once more needs another answer, and the old one goes', async () => {
  await copy.with([SHORTER_NAMES], () => copy.changeset('mine'));
  const first = copy.read('.changeset/mine.differences');
  await copy.with([STILL_SHORTER], async () => {
    expect((await copy.check()).exitCode).toBe(1);
    await copy.changeset('mine');
    expect(copy.read('.changeset/mine.differences')).not.toBe(first);
    expect(copy.read('.changeset/mine.differences').split('\n')).toHaveLength(first.split('\n').length);
    expect((await copy.check()).exitCode).toBe(0);
  });
});

test('an operation that was never deprecated is removed only for a reason', async () => {
  await copy.with([REMOVAL], async () => {
    expect((await copy.changeset('mine')).exitCode).toBe(1);
    expect(() => copy.read('.changeset/mine.md')).toThrow();
    expect((await copy.changeset('mine', '--force-removal', 'It tells strangers too much.')).exitCode).toBe(0);
    expect(await copy.check()).toEqual({ exitCode: 0, stdout: '', stderr: '' });

    const differences = copy.read('.changeset/mine.differences');
    expect(differences).toContain(', because: It tells strangers too much.');
    copy.write('.changeset/mine.differences', differences.replace(', because: It tells strangers too much.', ''));
    expect((await copy.check()).exitCode).toBe(1);
  });
});

test.each([
  ['has passed', '2020-01-01', 0],
  ['is to come', '9999-12-31', 1],
])('an operation that was deprecated in a release is removed without one if its sunset %s', async (_, sunset, exitCode) => {
  const deprecated: Edit = [
    'openapi/paths/evento.yaml',
    '    operationId: redeliverEvento',
    `    deprecated: true\n    x-deprecation: { since: 2019-01-01, sunset: ${sunset}, instead: Wait. }\n    operationId: redeliverEvento`,
  ];
  await copy.with([deprecated], () => copy.record());
  await copy.with([REMOVAL], async () => {
    expect((await copy.changeset('mine')).exitCode).toBe(exitCode);
    expect((await copy.check()).exitCode).toBe(exitCode);
  });
  await copy.record();
});

test.each([[['two', 'names']], [['UPPER']], [['../out']], [['--force-removal', ' ']], [['--fast']]])(
  'a command line that means nothing is refused: %j',
  async (args) => {
    expect(await copy.changeset(...args)).toMatchObject({ exitCode: 2, stdout: '' });
  },
);

test('it shows its help', async () => {
  expect(await copy.changeset('--help')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Examples:') });
});
