import { BlockList, isIPv6 } from 'node:net';
import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import { Skip } from '../../model/verdict.ts';
import { awaitEvent, createContact } from '../../scenarios/resources/contact-life.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';

/** DLV-06: deliveries come from the fixed list of sender addresses. */
export const dlv06: Check = check('DLV-06', { isolation: 'shared', weight: 2 }, async (context) => {
  const { senderAddresses } = context.target.receiver;
  if (senderAddresses === undefined)
    throw new Skip('the sender addresses are not known: set receiver.senderAddresses', 'no sender addresses');
  const [company] = context.target.companies;
  const { create } = contactTypes(context);
  const webhook = await createWebhook(context, company, [create]);
  await awaitEvent(context, webhook, create, await createContact(context, company));
  const listed = new BlockList();
  for (const address of senderAddresses) listed.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const { remoteAddress } of context.run.webhooks.all.flatMap(({ endpoint }) => endpoint.attempts)) {
    const address = remoteAddress.replace(/^::ffff:(?=[\d.]+$)/, '');
    context.judge(listed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'), {
      message: 'A delivery must come from a listed address.',
      expected: senderAddresses.join(', '),
      actual: address,
    });
  }
});
