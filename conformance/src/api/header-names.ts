/** The service's own header names under a product word (D-13). */
export interface HeaderNames {
  readonly apiKey: string;
  readonly licenseKey: string;
  readonly applicationId: string;
  readonly signature: string;
}

export function headerNames(word: string): HeaderNames {
  return {
    apiKey: `X-${word}-ApiKey`,
    licenseKey: `X-${word}-LicenseKey`,
    applicationId: `X-${word}-ApplicationId`,
    signature: `${word}-Signature`,
  };
}
