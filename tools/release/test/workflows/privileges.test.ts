import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { type Job, type Step, workflows } from './workflow.ts';

const actionText = readFileSync(join(REPOSITORY_FOLDER, 'action.yml'), 'utf8');
const texts = [...workflows, { file: 'action.yml', text: actionText }];
const actionSteps: readonly Step[] = parse(actionText).runs.steps;
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(REPOSITORY_FOLDER, 'package.json'), 'utf8'));
const jobs = workflows.flatMap(({ file, jobs }) => [...jobs].map(([name, job]) => ({ title: `${file} ${name}`, name, job })));

function scriptsOf({ steps = [] }: Job): string {
  return steps.flatMap(({ run }) => run ?? []).join('\n');
}

describe.each(texts)('$file', ({ text }) => {
  test('pins every action of others by its whole commit hash, and says which version that is', () => {
    const uses = [...text.matchAll(/^.*\buses:(.*)$/gm)].map(([, named = '']) => named.trim()).filter((named) => !named.startsWith('./'));
    expect(uses.filter((named) => !/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(named))).toEqual([]);
  });
});

test('an action has one version in all files', () => {
  const uses = texts.flatMap(({ text }) => [...text.matchAll(/uses: ([^@\s]+)@(\S+)/g)].map(([, action, commit]) => `${action} ${commit}`));
  const actions = new Set(uses.map((named) => named.split(' ')[0]));
  expect(new Set(uses).size).toBe(actions.size);
});

test.each(workflows)('$file grants nothing to all its jobs', ({ permissions }) => {
  expect(permissions).toEqual({});
});

describe.each(jobs)('$title', ({ name, job }) => {
  test('says what it may do and how long it may take', () => {
    expect(job.permissions).toBeDefined();
    if (job.uses === undefined) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  test('can write, or run what this repository holds, but not both', () => {
    const writes = Object.entries(job.permissions ?? {}).filter(([what, level]) => level === 'write' && what !== 'id-token');
    if (writes.length > 0) expect(scriptsOf(job)).not.toMatch(/\b(npx|npm|pnpm|node)\b|\.ci\//);
  });

  test('has the identity that publishes only where it publishes', () => {
    expect(job.permissions?.['id-token']).toBe(name === 'publish' ? 'write' : undefined);
  });

  test('runs scripts that people run', () => {
    const named = [...scriptsOf(job).matchAll(/pnpm@12 (?:--silent )?(\S+)/g)].map(([, script = '']) => script);
    expect(named.filter((script) => script !== 'install' && !Object.hasOwn(scripts, script))).toEqual([]);
  });
});

test('no script has an expression in it: what somebody else wrote would become a part of it', () => {
  const runs = [...jobs.flatMap(({ job }) => job.steps ?? []), ...actionSteps].flatMap(({ run }) => run ?? []);
  expect(runs.length).toBeGreaterThan(2);
  expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
});

test('no secret is named but the token of a job that writes', () => {
  expect(texts.filter(({ text }) => /\bsecrets\b/.test(text.replaceAll(/^\s*(#|description:).*$/gm, '')))).toEqual([]);
  const withToken = jobs.filter(({ job }) => JSON.stringify(job).includes('github.token'));
  expect(withToken.filter(({ job }) => !Object.values(job.permissions ?? {}).includes('write'))).toEqual([]);
});
