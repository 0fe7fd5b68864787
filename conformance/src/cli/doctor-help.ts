import { clientFlagsHelp } from './client-options.ts';
import { receiverFlagsHelp } from './receiver-options.ts';
import { type DescribedRole, roleHelp } from './role.ts';
import { targetHelp } from './target-options.ts';

const helpEnd = `${roleHelp}
  --help                   this text

Exit status: 0 a run can begin, 2 there is something to correct, or something that could not be seen.
`;

/** What `doctor --help` says of each role. */
export const doctorHelp: Readonly<Record<DescribedRole, string>> = {
  service: `Looks at what a run needs: configuration, addresses, credentials, companies, certificate trust and one delivery.
It creates one webhook and one contact, where no delivery comes a stock item and a document too, and removes them. A receiver and a client have options of their own: 'doctor --role client --help'.

Usage: business-cloud-conformance doctor [options]

${targetHelp}
  --profile PROFILE        stated (default) or reference: what this profile does not use is not advised
  --rate N                 send at most N requests a second
${helpEnd}
Examples:
  business-cloud-conformance doctor --config staging.yaml
  business-cloud-conformance doctor --role receiver --target http://127.0.0.1:8080/webhook --secret whsec_1234
  business-cloud-conformance doctor --role client -- python3 client.py
`,
  receiver: `Looks at what a run needs of a receiver: what it answers to a right and to a wrong delivery, its effects, its clock.

Usage: business-cloud-conformance doctor --role receiver --target URL --secret SECRET [options]

${receiverFlagsHelp}
${helpEnd}
Example:
  business-cloud-conformance doctor --role receiver --target http://127.0.0.1:8080/webhook --secret whsec_1234
`,
  client: `Looks at what a run needs of a client: whether it starts, and does each of the things that it will be asked for.

Usage: business-cloud-conformance doctor --role client [options] -- COMMAND [ARG...]

${clientFlagsHelp}
${helpEnd}
Example:
  business-cloud-conformance doctor --role client -- python3 client.py
`,
};
