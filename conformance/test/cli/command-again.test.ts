import { describe, expect, test } from 'vitest';
import { commandAgain } from '../../src/cli/command-again.ts';
import type { CommonOptions } from '../../src/cli/common-options.ts';

const options = {} as CommonOptions;

describe('the command that judges again', () => {
  test('is the whole command, without the choice of rules and reports', () => {
    const args = ['--config', 'my file.yaml', '--rule', 'IDEM-*', '--reporter=json=a.json', '--bail', '--workers=2', '--seed', '-3'];
    expect(commandAgain('service', args, options)).toBe("business-cloud-conformance service --config 'my file.yaml' --workers 2");
  });

  test('reads secrets from the environment', () => {
    const args = ['--credentials.password', 'p4ss', '--companies.0.licenseKey=l1c', '--secret', 'whsec_1'];
    const [password, key, secret] = ['PASSWORD', 'LICENSE_KEY', 'SECRET'].map((name) => `"\${${name}}"`);
    const settings = `--credentials.password ${password} --companies.0.licenseKey ${key} --secret ${secret}`;
    expect(commandAgain('service', args, options)).toBe(`business-cloud-conformance service ${settings}`);
  });

  test('says what a saved report said: profile and budget', () => {
    const saved: CommonOptions = { ...options, profile: 'reference', budget: 'quick' };
    expect(commandAgain('service', ['--replay', 'report.json', '--budget', 'quick'], saved)).toBe(
      'business-cloud-conformance service --budget quick --profile reference',
    );
  });
});
