import { clientFlagsHelp } from './client-options.ts';
import { receiverFlagsHelp } from './receiver-options.ts';
import { type DescribedRole, roleHelp } from './role.ts';
import { targetHelp } from './target-options.ts';

const helpEnd = `${roleHelp}
  --help                   this text

Exit status: 0 a run can begin, 2 something has to be corrected, or could not be seen.
`;

/** What `doctor --help` says of each role. */
export const doctorHelp: Readonly<Record<DescribedRole, string>> = {
  service: `Checks what a run needs: configuration, addresses, credentials, companies, certificate trust and one delivery.
It creates one webhook and one contact, and removes them. If no delivery comes, it also tries a stock item and a document.
A receiver and a client have options of their own: 'doctor --role client --help'.

Usage: business-cloud-conformance doctor [options]

${targetHelp}
  --profile PROFILE        stated (default) or reference; doctor gives no advice about what this profile does not use
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
