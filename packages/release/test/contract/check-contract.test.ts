import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it as test } from 'vitest';
import type { Edit } from './edited-specs.ts';
import { USER_NAME_LENGTH } from './edits/row.ts';
import { RepositoryCopy } from './repository-copy.ts';

const copy = new RepositoryCopy();

beforeAll(() => copy.prepare());
afterEach(() => {
  for (const file of ['mine.md', 'printed.md']) rmSync(join(copy.root, '.changeset', file), { force: true });
});
afterAll(() => copy.remove());

interface Case {
  readonly change: string;
  readonly edits: readonly Edit[];
  /** Where the report says that it is. */
  readonly line: string;
  readonly needs: 'minor' | 'patch';
}

const WEBHOOK = 'openapi/paths/webhook.yaml';
const SHORTER_NAMES: Edit = ['schemas/Credentials.yaml', USER_NAME_LENGTH, 'maxLength: 128'];
const FIRST_RULE = '- id: AUTH-01\n  level: stated\n  role: service';

const CASES: readonly Case[] = [
  {
    change: 'a request member becomes required',
    edits: [['schemas/WebhookInput.yaml', 'required: [AziendaId, Url, Events]', 'required: [AziendaId, Url, Events, Description]']],
    line: 'specs/schemas/WebhookInput.yaml:8',
    needs: 'minor',
  },
  {
    change: 'an answer member is removed',
    edits: [
      ['schemas/WebhookCreated.yaml', '  enabled:\n', '  active:\n'],
      ['schemas/WebhookCreated.yaml', 'url, enabled,', 'url,'],
    ],
    line: 'specs/schemas/WebhookCreated.yaml:6',
    needs: 'minor',
  },
  {
    change: 'an answer may be null',
    edits: [['schemas/WebhookCreated.yaml', '    type: boolean', "    type: ['boolean', 'null']"]],
    line: 'specs/schemas/WebhookCreated.yaml:23',
    needs: 'minor',
  },
  {
    change: 'a path is renamed',
    edits: [['openapi/customer.yaml', '/api/{version}/config/Azienda:', '/api/{version}/config/azienda:']],
    line: 'specs/openapi/paths/azienda.yaml:6',
    needs: 'minor',
  },
  {
    change: 'an operationId is another',
    edits: [[WEBHOOK, 'operationId: createWebhook', 'operationId: addWebhook']],
    line: 'specs/openapi/paths/webhook.yaml:',
    needs: 'minor',
  },
  {
    change: 'a new optional request member',
    edits: [['schemas/Credentials.yaml', '  Password:\n', '  Otp:\n    type: string\n    description: A code.\n  Password:\n']],
    line: 'specs/schemas/Credentials.yaml:14',
    needs: 'minor',
  },
  {
    change: 'an event type is removed',
    edits: [['asyncapi/events.yaml', '      Documento.Emit:\n        $ref: messages/Documento.Emit.yaml\n', '']],
    line: 'specs/asyncapi/events.yaml:',
    needs: 'minor',
  },
  {
    change: 'an event has a new member',
    edits: [['asyncapi/messages/Documento.Emit.yaml', '    CompanyId:\n', '    OccurredAt:\n      type: string\n    CompanyId:\n']],
    line: 'specs/asyncapi/messages/Documento.Emit.yaml:',
    needs: 'minor',
  },
  {
    change: 'a problem has another code',
    edits: [['problems.yaml', 'code: request-timeout', 'code: too-slow']],
    line: 'specs/problems.yaml:',
    needs: 'minor',
  },
  { change: 'a limit is another', edits: [['limits.yaml', 'value: 24\n', 'value: 48\n']], line: 'specs/limits.yaml:', needs: 'minor' },
  {
    change: 'a rule is added',
    edits: [
      ['rules/auth.yaml', FIRST_RULE, `- id: NEW-01\n  level: stated\n  role: service\n  binds: { operation: true }\n\n${FIRST_RULE}`],
    ],
    line: 'specs/rules/auth.yaml:',
    needs: 'minor',
  },
  {
    change: 'a description is another',
    edits: [['schemas/Credentials.yaml', 'Who wants a token.', 'Whoever wants a token.']],
    line: 'specs/schemas/Credentials.yaml:2',
    needs: 'patch',
  },
  {
    change: 'an example is another',
    edits: [['examples/problem/in-use.json', '"detail": "', '"detail": "Indeed, ']],
    line: 'specs/examples/problem/in-use.json:1',
    needs: 'patch',
  },
];

/** The changeset that a report prints: the file to write, and what to write in test. */
function printedIn(report: string): { file: string; content: string } {
  const [, file = '', content = ''] = /Write (\S+) with what[^\n]*\n─+\n([\s\S]*?)\n─+\n/.exec(report) ?? [];
  return { file, content };
}

describe('the command check:contract', () => {
  test('is content with the contract of the last release', async () => {
    const { exitCode, stdout } = await copy.checkAsProcess();
    expect(exitCode).toBe(0);
    expect(stdout).toContain('is that of the last release');
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

  test.each(CASES)(
    'stops at a missing and at a too small changeset, and takes the one that it prints: $change',
    async ({ edits, line, needs }) => {
      await copy.with(edits, async () => {
        const missing = await copy.check();
        expect(missing.exitCode).toBe(1);
        expect(missing.stderr).toContain(`\n${line}`);
        const { file, content } = printedIn(missing.stderr);
        expect(file).toMatch(/^\.changeset\/contract-[0-9a-f]+\.md$/);
        expect(content).toContain(`'@business-cloud/specs': ${needs}`);

        copy.write('.changeset/mine.md', `---\n'@business-cloud/specs': ${needs === 'minor' ? 'patch' : 'none'}\n---\n\nSmall.\n`);
        const tooSmall = await copy.check();
        expect(tooSmall.exitCode).toBe(1);
        expect(printedIn(tooSmall.stderr).content).toBe(content);

        copy.write('.changeset/printed.md', `${content}\n`);
        const enough = await copy.check();
        expect(enough.stderr).toBe('');
        expect(enough.exitCode).toBe(0);
      });
    },
  );

  test('does not take a changeset that is empty or names other packages', async () => {
    await copy.with([SHORTER_NAMES], async () => {
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
        const { stderr } = await copy.check();
        expect(printedIn(stderr).content).toContain("'@business-cloud/specs': major");
        expect(printedIn(stderr).content).toContain("'@business-cloud/client': minor");
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
    expect(await copy.check('--fast')).toMatchObject({ exitCode: 2 });
  });
});
