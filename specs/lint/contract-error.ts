import type { Finding } from './finding.ts';

/** A contract that cannot be read at all; the findings say where and why. */
export class ContractError extends Error {
  readonly code = 'broken-contract';
  override readonly name = 'ContractError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(({ where, message }) => `${where}: ${message}`).join('\n'));
    this.findings = findings;
  }
}
