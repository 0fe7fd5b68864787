import { Ruleset, Spectral } from '@stoplight/spectral-core';
import { asyncapi, oas } from '@stoplight/spectral-rulesets';
import type { Bundle } from '../build/bundle.ts';
import type { PathPlace } from './asyncapi.ts';
import type { Finding } from './finding.ts';

const OPENAPI = new Ruleset({ extends: [[oas, 'recommended']] });

/** All but two: more tools read AsyncAPI 3.0.0 than 3.1.0, and nobody is reached by mail here. */
const ASYNCAPI = new Ruleset({
  extends: [[asyncapi, 'recommended']],
  rules: { 'asyncapi-latest-version': 'off', 'asyncapi-info-contact-properties': 'off' },
});

/** What Spectral's own rules for OpenAPI and AsyncAPI find in a document, remarks too. */
export async function checkSpectral(document: Bundle, placeOf: PathPlace): Promise<readonly Finding[]> {
  const spectral = new Spectral();
  spectral.setRuleset('asyncapi' in document ? ASYNCAPI : OPENAPI);
  const found = await spectral.run(JSON.stringify(document));
  return found.map(({ path, message, code }) => ({ where: placeOf(path), message: `${message} (${code}).` }));
}
