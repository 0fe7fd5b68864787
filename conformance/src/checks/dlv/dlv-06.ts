import { BlockList, isIPv6 } from 'node:net';
import { type Check, check } from '../../model/check.ts';
import { Skip } from '../../model/verdict.ts';
import { awaitEvent, contactTypes, createContact } from '../../scenarios/resources/contact-life.ts';

/** DLV-06: deliveries come from the fixed list of sender addresses. */
export const dlv06: Check = check('DLV-06', async (trial) => {
  const { senderAddresses } = trial.target.receiver;
  if (senderAddresses === undefined) throw new Skip('the sender addresses are not known: set receiver.senderAddresses');
  const [company] = trial.target.companies;
  const { create } = contactTypes(trial);
  const hook = await trial.bench.webhooks.create(trial, company, [create]);
  await awaitEvent(trial, hook, create, await createContact(trial, company));
  const listed = new BlockList();
  for (const address of senderAddresses) listed.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const { remoteAddress } of trial.bench.webhooks.hooks.flatMap(({ endpoint }) => endpoint.deliveries)) {
    const address = remoteAddress.replace(/^::ffff:(?=[\d.]+$)/, '');
    trial.judge(listed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'), {
      message: 'A delivery must come from a listed address.',
      expected: senderAddresses.join(', '),
      actual: address,
    });
  }
});
