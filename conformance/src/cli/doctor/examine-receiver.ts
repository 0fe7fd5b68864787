import { hider } from '../../engine/hide-secrets.ts';
import { checkEffects } from '../../engine/receivers/effects.ts';
import {
  closeReceiverRun,
  createReceiverRun,
  deliveryCall,
  type ReceiverRun,
  reachReceiver,
  receiverSecrets,
} from '../../engine/receivers/receiver-run.ts';
import { header, isSuccess } from '../../http/answer.ts';
import { LostAnswer } from '../../http/lost-answer.ts';
import { Stopped, unlessStopped } from '../../http/stopped.ts';
import { ConfigurationError } from '../../model/configuration-error.ts';
import type { ReceiverTarget } from '../../model/receiver-context.ts';
import { mistakenDeliveries } from '../../scenarios/receptions/mistaken-deliveries.ts';
import { firstDelivery } from '../../suite/run-conformance.ts';
import type { Finding } from './finding.ts';

/** A person should know of a greater difference between the clocks, which reduces the tolerance. */
const SKEW_MS = 5_000;

/** Checks everything that a run needs of a receiver, one thing after the other. */
export async function examineReceiver(
  target: ReceiverTarget,
  signal: AbortSignal,
  onFinding: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const run = createReceiverRun(target, {}, signal);
  const hide = hider(receiverSecrets(target));
  const found: Finding[] = [];
  try {
    for (const look of [lookAtDeliveries, lookAtEffects, lookAtForeignAddress]) {
      for (const finding of await unlessStopped(look(run), signal)) {
        const shown = { ...finding, text: hide(finding.text) };
        found.push(shown);
        onFinding(shown);
      }
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await closeReceiverRun(run);
  }
  return found;
}

async function lookAtDeliveries(run: ReceiverRun): Promise<readonly Finding[]> {
  const { target } = run;
  try {
    const sentAt = Date.now();
    const right = await reachReceiver(run, firstDelivery(target));
    const wrong = await reachReceiver(run, { ...firstDelivery(target), signature: undefined });
    const [saysRight, saysWrong] = [`answers ${right.status} to a valid delivery`, `${wrong.status} to one without a signature`];
    const accepts: Finding = isSuccess(right)
      ? { what: 'receiver', state: 'right', text: `${target.url} ${saysRight}, and ${saysWrong}` }
      : {
          what: 'receiver',
          state: 'problem',
          text: `${target.url} ${saysRight}, and ${saysWrong}; ${await whyRefused(run)}`,
        };
    return [accepts, ...clockFinding(Date.parse(header(right, 'Date') ?? '') - sentAt)];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [{ what: 'receiver', state: 'problem', text: error.message }];
  }
}

/** Each of these deliveries is wrong in one way. The one that the receiver accepts shows its mistake. */
async function whyRefused(run: ReceiverRun): Promise<string> {
  for (const { mistake, delivery } of mistakenDeliveries(run.target.secret))
    if (isSuccess(await reachReceiver(run, delivery))) return `${mistake}. (It breaks RCV-01.)`;
  return `check that the path, secret and headerWord (${run.target.headerWord}) are those of the receiver. (If they are, it breaks RCV-01.)`;
}

/** The Date header of an answer shows the receiver's clock. */
function clockFinding(skewMs: number): readonly Finding[] {
  if (Number.isNaN(skewMs) || Math.abs(skewMs) < SKEW_MS) return [];
  const seconds = Math.round(skewMs / 1000);
  return [
    { what: 'clock', state: 'problem', text: `the receiver's clock differs from this machine's by ${seconds} s: correct one of them` },
  ];
}

async function lookAtEffects(run: ReceiverRun): Promise<readonly Finding[]> {
  try {
    const count = await checkEffects(run);
    if (count !== undefined) return [{ what: 'effects', state: 'right', text: `readable: ${count} events were processed so far` }];
    return [{ what: 'effects', state: 'note', text: 'none; set effects or effectsCommand, so that RCV-13 is judged in full' }];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [{ what: 'effects', state: 'problem', text: error.message }];
  }
}

async function lookAtForeignAddress({ elsewhere, target }: ReceiverRun): Promise<readonly Finding[]> {
  const what = 'foreignAddress';
  if (elsewhere === undefined)
    return [
      { what, state: 'note', text: 'none; name an address of this machine that the receiver does not list, so that RCV-15 is judged' },
    ];
  try {
    const { status } = await elsewhere.send(deliveryCall(target, firstDelivery(target)), () => {});
    return [{ what, state: 'right', text: `a delivery from ${target.foreignAddress} is answered ${status}` }];
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    const isNotOurs = /EADDRNOTAVAIL|EINVAL/.test(error.code);
    return isNotOurs
      ? [
          {
            what,
            state: 'problem',
            text: `this machine cannot send from ${target.foreignAddress} (${error.code}); correct the address`,
          },
        ]
      : [{ what, state: 'right', text: `a delivery from ${target.foreignAddress} gets no answer (${error.code})` }];
  }
}
