import { commonHelp } from './common-help.ts';
import { targetHelp } from './target-options.ts';

export const serviceHelp: string = `Judges a service at a URL by the rules of the Business Management Cloud Service.

Usage: business-cloud-conformance service [options]

${targetHelp}
${commonHelp('service').replace(/^.*--baseline FILE/m, `  --plugin FILE            checks of your own, in TypeScript or JavaScript, beside those of the contract; may be repeated\n$&`)}

Exit status:
  0  the target conforms. Every rule of the profile was judged and holds, or the configuration says what the target lacks for it.
  1  it does not conform.
  2  the run could not tell: configuration, unreachable target, anything inconclusive.
Ctrl-C stops the run and removes what it created. A second one ends the removal too, and so does one after every rule is judged.

Examples:
  business-cloud-conformance service --config conformance.yaml
  business-cloud-conformance service --rule 'AUTH-*' --rule HDR-05 --reporter console --reporter html=report.html
  business-cloud-conformance service --config staging.yaml --target https://staging.example.com --budget thorough --rate 50
`;
