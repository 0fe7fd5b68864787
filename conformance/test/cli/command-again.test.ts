import { describe, expect, test } from 'vitest';
import { readFlags, type Settings } from '#command-line';
import { commandAgain } from '../../src/cli/command-again.ts';
import type { CommonOptions } from '../../src/cli/common-options.ts';
import { judging } from '../../src/cli/options.ts';

const options = {} as CommonOptions;

const settingsOf = (args: readonly string[]): Settings => readFlags(args, [...judging.service, ...judging.receiver]).settings;

describe('the command that judges again', () => {
  test('is the whole command, without the choice of rules and reports', () => {
    const args = ['--config', 'my file.yaml', '--rule', 'IDEM-*', '--reporter=json=a.json', '--bail', '--workers=2', '--seed', '-3'];
    expect(commandAgain('service', settingsOf(args), options)).toBe(
      "business-cloud-conformance service --config 'my file.yaml' --workers 2",
    );
  });

  test.for([
    ['npx', { npm_command: 'exec', npm_config_user_agent: 'npm/11.19.1 node/v24.21.0 linux x64' }, 'npx @business-cloud/conformance'],
    ['a script of npm', { npm_command: 'run-script', npm_config_user_agent: 'npm/11.19.1 node/v24.21.0' }, 'business-cloud-conformance'],
    ['pnpm', { npm_command: 'exec', npm_config_user_agent: 'pnpm/12.21.0 npm/? node/? linux x64' }, 'business-cloud-conformance'],
    ['a shell', {}, 'business-cloud-conformance'],
  ] as const)('begins as %s started it', ([, environment, program]) => {
    expect(commandAgain('service', new Map(), options, environment)).toBe(`${program} service`);
  });

  test('reads secrets from the environment', () => {
    const args = ['--credentials.password', 'p4ss', '--companies.0.licenseKey=l1c', '--secret', 'whsec_1'];
    const [password, key, secret] = ['PASSWORD', 'LICENSE_KEY', 'SECRET'].map((name) => `"\${${name}}"`);
    const settings = `--credentials.password ${password} --companies.0.licenseKey ${key} --secret ${secret}`;
    expect(commandAgain('service', settingsOf(args), options)).toBe(`business-cloud-conformance service ${settings}`);
  });

  test('repeats the profile and budget of a saved report', () => {
    const saved: CommonOptions = { ...options, profile: 'reference', budget: 'quick' };
    expect(commandAgain('service', settingsOf(['--replay', 'report.json']), saved)).toBe(
      'business-cloud-conformance service --profile reference --budget quick',
    );
  });
});
