import { globSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { clientMutants } from '../mutants/clients.ts';
import { mutants } from '../mutants/index.ts';
import { receiverMutants } from '../mutants/receivers.ts';
import { fileOf } from '../mutants/tables.ts';
import { clientChecks } from '../src/generated/checks/client-registry.ts';
import { receiverChecks } from '../src/generated/checks/receiver-registry.ts';
import { checks } from '../src/generated/checks/registry.ts';
import { type RuleId, rules } from '../src/generated/rules.ts';
import type { CheckContext } from '../src/model/check-context.ts';
import type { ClientContext } from '../src/model/client-context.ts';
import type { ReceiverContext } from '../src/model/receiver-context.ts';
import { clientVariations } from '../variations/clients.ts';
import { variations } from '../variations/index.ts';
import { receiverVariations } from '../variations/receivers.ts';

const all: readonly { readonly rule: RuleId }[] = [...checks, ...receiverChecks, ...clientChecks];

describe('the registry of checks', () => {
  test('holds one check a rule, each of a service rule that exists', () => {
    const ids = checks.map(({ rule }) => rule);
    expect(new Set(ids).size).toBe(ids.length);
    const service = new Set(rules.filter(({ role }) => role === 'service').map(({ id }) => id));
    expect(ids.filter((id) => !service.has(id))).toEqual([]);
  });

  test('does not know the profile, so that a stated rule is judged alike under both', () => {
    expectTypeOf<CheckContext['run']>().not.toHaveProperty('profile');
    expectTypeOf<ReceiverContext>().not.toHaveProperty('profile');
    expectTypeOf<ClientContext>().not.toHaveProperty('profile');
    const files = globSync('{checks,scenarios}/**/*.ts', { cwd: new URL('../src/', import.meta.url) });
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => /\bprofile\b/.test(readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')))).toEqual([]);
  });

  test('covers every rule that can be seen from outside', () => {
    const expected = rules.filter(({ role, unobservable }) => role === 'service' && unobservable === undefined).map(({ id }) => id);
    expect(checks.map(({ rule }) => rule).toSorted()).toEqual(expected.toSorted());
  });

  test('has a faulty service, receiver or client that proves each check', () => {
    const caught = new Set([...mutants, ...receiverMutants, ...clientMutants].map(({ mustBreak: [rule] }) => rule));
    expect(all.map(({ rule }) => rule).filter((rule) => !caught.has(rule))).toEqual([]);
  });

  test('is proved by hundreds of faulty services, receivers and clients, and kept fair by dozens of legal ones', () => {
    expect([mutants, receiverMutants, clientMutants].map(({ length }) => length >= 50)).toEqual([true, true, true]);
    expect([variations, receiverVariations, clientVariations].map(({ length }) => length >= 10)).toEqual([true, true, true]);
  });

  test('has a file of mutants beside the file of each check, and no other', () => {
    const files = globSync('*/*-*[0-9].ts', { cwd: new URL('../mutants/', import.meta.url) });
    expect(files.toSorted()).toEqual(all.map(({ rule }) => fileOf(rule)).toSorted());
  });

  test('has a file for the check of each rule, and no other', () => {
    const files = globSync('*/*-*[0-9].ts', { cwd: new URL('../src/checks/', import.meta.url) });
    expect(files.toSorted()).toEqual(all.map(({ rule }) => fileOf(rule)).toSorted());
  });

  test.for(all)('is found by the id of a rule alone: $rule', async ({ rule }) => {
    const file = new URL(`../src/checks/${fileOf(rule)}`, import.meta.url);
    const exported: Readonly<Record<string, unknown>> = await import(file.href);
    expect(Object.values(exported)).toContainEqual(expect.objectContaining({ rule, run: expect.any(Function) }));
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^/\\*\\* ${rule}: `, 'm'));
    expect(rules.find(({ id }) => id === rule)).toMatchObject({
      clause: expect.stringMatching(/\S/),
      statement: expect.stringMatching(/\S/),
    });
  });
});
