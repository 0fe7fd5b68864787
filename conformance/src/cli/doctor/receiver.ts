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
import type { ReceiverTarget } from '../../model/receiver-context.ts';
import { mistakenDeliveries } from '../../scenarios/receptions/mistaken-deliveries.ts';
import { firstDelivery } from '../../suite/run-conformance.ts';
import type { Examination, Finding } from './examination.ts';

/** A person should know of a greater difference between the clocks, which reduces the tolerance. */
const SKEW_MS = 5_000;

/** Checks everything that a run needs of a receiver, one thing after the other. */
export function receiverExamination(target: ReceiverTarget, signal: AbortSignal): Examination {
  const run = createReceiverRun(target, {}, signal);
  return {
    looks: [
      { what: 'receiver', look: () => lookAtDeliveries(run) },
      { what: 'effects', look: () => lookAtEffects(run) },
      { what: 'foreignAddress', look: () => lookAtForeignAddress(run) },
    ],
    secrets: () => receiverSecrets(target),
    leave: async () => {
      await closeReceiverRun(run);
      return [];
    },
  };
}

async function lookAtDeliveries(run: ReceiverRun): Promise<readonly Finding[]> {
  const { target } = run;
  const sentAt = Date.now();
  const right = await reachReceiver(run, firstDelivery(target));
  const wrong = await reachReceiver(run, { ...firstDelivery(target), signature: undefined });
  const said = `${target.url} answers ${right.status} to a valid delivery, and ${wrong.status} to one without a signature`;
  const accepts: Finding = isSuccess(right)
    ? { what: 'receiver', state: 'right', text: said }
    : { what: 'receiver', state: 'problem', text: `${said}; ${await whyRefused(run)}` };
  return [accepts, ...clockFinding(Date.parse(header(right, 'Date') ?? '') - sentAt)];
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

async function lookAtEffects(run: ReceiverRun): Promise<string | readonly Finding[]> {
  const count = await checkEffects(run);
  if (count !== undefined) return `readable: ${count} events were processed so far`;
  return [{ what: 'effects', state: 'note', text: 'none; set effects or effectsCommand, so that RCV-13 is judged in full' }];
}

async function lookAtForeignAddress({ elsewhere, target }: ReceiverRun): Promise<string | readonly Finding[]> {
  const finding = (state: Finding['state'], text: string): readonly Finding[] => [{ what: 'foreignAddress', state, text }];
  if (elsewhere === undefined)
    return finding('note', 'none; name an address of this machine that the receiver does not list, so that RCV-15 is judged');
  try {
    const { status } = await elsewhere.send(deliveryCall(target, firstDelivery(target)), () => {});
    return `a delivery from ${target.foreignAddress} is answered ${status}`;
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    if (!/EADDRNOTAVAIL|EINVAL/.test(error.code)) return `a delivery from ${target.foreignAddress} gets no answer (${error.code})`;
    return finding('problem', `this machine cannot send from ${target.foreignAddress} (${error.code}); correct the address`);
  }
}
