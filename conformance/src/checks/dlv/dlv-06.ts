import { BlockList, isIPv6 } from 'node:net';
import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Skip } from '../../model/verdict.ts';
import { judgedAttempts } from '../../scenarios/events/judged-attempts.ts';

/** DLV-06: deliveries of every event, and their retries, come from the fixed list of sender addresses. */
export const dlv06: Check = check('DLV-06', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const { senderAddresses } = context.target.receiver;
  if (senderAddresses === undefined)
    throw new Skip('the sender addresses are not known: set receiver.senderAddresses', 'no sender addresses');
  const judged = await judgedAttempts(context);
  const listed = new BlockList();
  for (const address of senderAddresses) listed.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const { attempt } of judged) {
    const address = attempt.remoteAddress?.replace(/^::ffff:([\d.]+)$/, '$1');
    if (address === undefined) continue;
    context.judge(listed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'), {
      message: 'A delivery must come from a listed address.',
      expected: senderAddresses.join(', '),
      actual: address,
      about: { [JUDGED]: attempt },
    });
  }
});
