import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Delivery } from '../../receiver/delivery.ts';
import { isSignedBy } from '../deliveries/signed-by.ts';
import { creationCall, type Registration, registered } from '../webhooks/registration.ts';
import type { Hook } from '../webhooks/webhooks.ts';
import type { Reached } from './reached.ts';

/** Creates another webhook with the Url of one; undefined where the target takes none. */
export async function twinOf(trial: Trial, { company, endpoint, url, body }: Registration): Promise<Registration | undefined> {
  const draft = { company, endpoint, url, body: { ...body, Description: `${endpoint.name} twin` } };
  const answer = await trial.send(await creationCall(trial, draft));
  return isSuccess(answer) ? registered(trial, draft, answer) : undefined;
}

/** What came for a webhook; for which of two with one Url it came, its signature alone tells. */
export function ofItself(
  trial: Trial,
  hook: Hook,
  twins: readonly Hook[],
  { deliveries }: Pick<Reached, 'deliveries'>,
): readonly Delivery[] {
  const other = twins.includes(hook) ? twins.find((twin) => twin !== hook) : undefined;
  const isOwn = (delivery: Delivery): boolean => isSignedBy(trial, hook.secret, delivery) === true;
  return deliveries(hook).filter(
    (delivery) => other === undefined || (isOwn(delivery) && isSignedBy(trial, other.secret, delivery) !== true),
  );
}
