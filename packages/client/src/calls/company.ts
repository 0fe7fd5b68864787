import { headerValue } from '../options/header-value.ts';
import { invalid } from '../options/invalid.ts';
import { identifier } from './path.ts';

/**
 * The identifier of a company, as paths hold it.
 *
 * @throws {InvalidArgumentError} for an identifier or a license key that cannot be sent
 */
export function checkedCompany(companyId: unknown, licenseKey: unknown): string {
  if (!headerValue.accepts(licenseKey)) throw invalid(`licenseKey must be ${headerValue.expected}.`);
  const id = identifier('companyId', companyId);
  // A name such as `config` would lead to another resource.
  if (!/^\d+$/.test(id)) throw invalid('companyId must be a whole number.');
  return id;
}
