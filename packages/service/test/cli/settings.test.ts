import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Option, readFlags, textsOf } from '#command-line';
import { completeSettings } from '../../src/cli/settings.ts';
import { portOf } from '../../src/cli/values.ts';

const options: readonly Option[] = [
  { name: 'config', value: 'FILE', help: '' },
  { name: 'port', value: 'N', help: '' },
  { name: 'delivery-allow', value: 'CIDR', multiple: true, help: '' },
  { name: 'no-deliver', help: '' },
];
let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  file = join(folder, 'service.yaml');
  writeFileSync(file, 'port: 3\ndelivery-allow: [10.0.0.0/8, ::1/128]\nno-deliver: true\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (args: string[], environment = {}) =>
  completeSettings({ flags: readFlags(args, options).settings, options, known: options, environment });

test('a flag counts before the environment, and that before the file', () => {
  expect(portOf(read(['--port', '1', '--config', file], { BUSINESS_CLOUD_PORT: '2' }), 'port')).toBe(1);
  expect(portOf(read(['--config', file], { BUSINESS_CLOUD_PORT: '2' }), 'port')).toBe(2);
  expect(portOf(read([], { BUSINESS_CLOUD_CONFIG: file }), 'port')).toBe(3);
});

test('several values are repeated flags, commas in the environment, a list in the file', () => {
  expect(textsOf(read(['--delivery-allow', 'a', '--delivery-allow', 'b']), 'delivery-allow')).toEqual(['a', 'b']);
  expect(textsOf(read([], { BUSINESS_CLOUD_DELIVERY_ALLOW: 'a,b' }), 'delivery-allow')).toEqual(['a', 'b']);
  expect(textsOf(read(['--config', file]), 'delivery-allow')).toEqual(['10.0.0.0/8', '::1/128']);
  expect(textsOf(read(['--delivery-allow', 'a, b']), 'delivery-allow')).toEqual(['a', 'b']);
});

test('an option without a value is there or not', () => {
  expect(read(['--no-deliver']).has('no-deliver')).toBe(true);
  expect(read([], { BUSINESS_CLOUD_NO_DELIVER: 'true' }).has('no-deliver')).toBe(true);
  expect(read([], { BUSINESS_CLOUD_NO_DELIVER: 'false' }).has('no-deliver')).toBe(false);
  expect(read(['--config', file]).has('no-deliver')).toBe(true);
});

test.each([
  ['--port', ['--port', 'x'], {}],
  ['BUSINESS_CLOUD_PORT', [], { BUSINESS_CLOUD_PORT: '65536' }],
])('a bad value is refused with its source %s', (source, args, environment) => {
  expect(() => portOf(read(args, environment), 'port')).toThrow(
    expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(source) }),
  );
});

test.each([
  ['an entry that is no option', 'colour: red\n'],
  ['a list', '- port\n'],
  ['no YAML', 'port: [1\n'],
  ['a list for one value', 'port: [1, 2]\n'],
  ['a map for a value', 'port: {number: 1}\n'],
  ['nothing for a value', 'port:\n'],
  ['an empty value', "port: ''\n"],
  ['a map among values', 'delivery-allow: [{a: b}]\n'],
  ['nothing among values', 'delivery-allow: [~]\n'],
  ['false for a value', 'port: false\n'],
  ['a text for an option without a value', 'no-deliver: maybe\n'],
  ['nothing for an option without a value', 'no-deliver:\n'],
])('a file that holds %s is refused', (_title, content) => {
  const bad = join(folder, 'bad.yaml');
  writeFileSync(bad, content);
  expect(() => read(['--config', bad])).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});

test('a file that is not there is refused', () => {
  expect(() => read(['--config', join(folder, 'none.yaml')])).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});

test.each([
  ['an empty value', { BUSINESS_CLOUD_PORT: '' }],
  ['an empty one among several', { BUSINESS_CLOUD_DELIVERY_ALLOW: '127.0.0.0/8,' }],
  ['neither true nor false', { BUSINESS_CLOUD_NO_DELIVER: 'maybe' }],
])('an environment that holds %s is refused, with the name of the variable', (_title, environment) => {
  const [name = ''] = Object.keys(environment);
  expect(() => read([], environment)).toThrow(expect.objectContaining({ code: 'bad-argument', message: expect.stringContaining(name) }));
});

test('an option without its value is refused in one sentence', () => {
  expect(() => read(['--port', '--no-deliver'])).toThrow(expect.objectContaining({ message: expect.not.stringContaining('\n') }));
});
