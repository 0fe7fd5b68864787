import { createTestSender, exampleEvento } from '@business-cloud/events/testing';

export async function statuses(url: string, secret: string): Promise<readonly number[]> {
  const sender = createTestSender({ to: url, secret });
  const first = await sender.send({ evento: exampleEvento('Documento.Emit') });
  const again = await sender.redeliver(first); // the same event, signed anew
  const together = await sender.duplicate({}, 3); // one event, three times at once
  const old = await sender.delay(3600); // signed an hour ago
  const changed = await sender.tamper('body');
  return [first, again, ...together, old, changed].map(({ status }) => status);
}
