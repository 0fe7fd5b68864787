/** The names of the contract's own request headers, in lower case as Node gives them (HDR-08, D-13). */
export interface ContractHeaders {
  readonly apiKey: string;
  readonly licenseKey: string;
  readonly applicationId: string;
}

/** @param word the product word of the service, `Service` by default */
export function contractHeaders(word: string): ContractHeaders {
  const prefix = `x-${word.toLowerCase()}`;
  return { apiKey: `${prefix}-apikey`, licenseKey: `${prefix}-licensekey`, applicationId: `${prefix}-applicationid` };
}
