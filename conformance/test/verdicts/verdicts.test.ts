import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openVerdicts } from './verdicts.ts';

const rules = ['AUTH-01', 'AUTH-02', 'HDR-01'] as const;
const service = 'a-service';

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'business-cloud-verdicts-'));
}

describe('verdicts that are known', () => {
  it('are none on a clean checkout', () => {
    expect(openVerdicts(service, () => 'a', folder()).missing(rules)).toEqual(rules);
  });

  it('are found again by whoever comes next, for this service alone', () => {
    const at = folder();
    openVerdicts(service, () => 'a', at).keep(['AUTH-01', 'HDR-01']);
    expect(openVerdicts(service, () => 'a', at).missing(rules)).toEqual(['AUTH-02']);
    expect(openVerdicts('another', () => 'a', at).missing(rules)).toEqual(rules);
  });

  it('are forgotten one by one as what they rest on changes', () => {
    const at = folder();
    openVerdicts(service, () => 'a', at).keep(rules);
    expect(openVerdicts(service, (rule) => (rule === 'AUTH-02' ? 'b' : 'a'), at).missing(rules)).toEqual(['AUTH-02']);
    openVerdicts(service, (rule) => (rule === 'AUTH-02' ? 'b' : 'a'), at).keep(['AUTH-02']);
    expect(openVerdicts(service, () => 'a', at).missing(rules)).toEqual(['AUTH-02']);
  });

  it('are none where the file is damaged', () => {
    const at = folder();
    writeFileSync(join(at, `${service}.json`), '{"AUTH-01":"a"');
    expect(openVerdicts(service, () => 'a', at).missing(rules)).toEqual(rules);
  });
});
