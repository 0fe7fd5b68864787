import { within } from '#runtime';
import { answered } from '../options/credential.ts';
import { headerValue } from '../options/header-value.ts';
import { invalid } from '../options/invalid.ts';
import { timeoutOf } from '../pipeline/plan-maker.ts';
import type { Settings } from '../settings.ts';
import { identifier } from './path.ts';

/** The keys that a call may carry, the most promising first. */
type Keys = readonly string[] | Promise<readonly string[]>;

export interface LicenseKeys {
  /**
   * The identifier of a company, as paths hold it, and where its key comes from.
   *
   * @throws {InvalidArgumentError} for an identifier or a license key that cannot be sent, and a company that has none
   */
  company(companyId: unknown, licenseKey: unknown): { readonly id: string; readonly keys: () => Keys };
  /** Those that serve for the configuration. */
  configuration(): Keys;
  /** This key was accepted after another was not: it comes first from now on. */
  prefer(key: string): void;
}

export function createLicenseKeys(settings: Settings): LicenseKeys {
  const { licenseKey, licenses = {} } = settings;
  const table = typeof licenses === 'function' ? {} : licenses;
  let known = new Set([licenseKey ?? [], Object.values(table)].flat());

  const ask = async (companyId?: number): Promise<readonly string[]> => {
    const name = `licenses(${companyId ?? ''})`;
    const look = (): unknown => typeof licenses === 'function' && licenses(companyId);
    return [await within(timeoutOf(settings), answered(name, look, headerValue), () => invalid(`${name} did not answer.`))];
  };
  return {
    company(companyId, given) {
      const id = identifier('companyId', companyId);
      // A name such as `config` would lead to another resource.
      if (!/^\d+$/.test(id)) throw invalid('companyId must be a whole number.');
      const key = given === undefined ? table[Number(id)] : given;
      if (key === undefined && typeof licenses === 'function') return { id, keys: () => ask(Number(id)) };
      if (typeof key !== 'string' || !headerValue.accepts(key)) throw invalid(`licenseKey must be ${headerValue.expected}.`);
      known.add(key);
      return { id, keys: () => [key] };
    },
    configuration() {
      if (known.size > 0) return [...known];
      if (typeof licenses === 'function') return ask();
      throw invalid('Calls of the configuration carry a license key: give licenses or licenseKey.');
    },
    prefer(key) {
      known = new Set([key, ...known]);
    },
  };
}
