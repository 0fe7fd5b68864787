import { answerVariations } from './answers.ts';
import { choiceVariations } from './choices.ts';
import { deliveryVariations } from './deliveries.ts';
import { demandVariations } from './demands.ts';
import { listVariations } from './lists.ts';
import { networkVariations } from './network.ts';
import { refusalVariations } from './refusals.ts';
import { senderVariations } from './senders.ts';
import { surfaceVariations } from './surfaces.ts';
import { tokenVariations } from './tokens.ts';
import { unpromisedVariations } from './unpromised.ts';
import { valueVariations } from './values.ts';
import type { Variation } from './variation.ts';

/** Rules that other answers can affect, and rules that other deliveries can affect. Retries take long, and no answer changes them. */
const answerRules = ['AUTH-*', 'HDR-*', 'COMP-*', 'HOOK-*', 'CONC-*', 'IDEM-*', 'EVT-0*', 'SIG-01', 'VER-*', 'ERR-*'];
const listRules = ['COMP-*', 'HDR-02', 'HDR-05', 'HOOK-06', 'HOOK-08', 'HOOK-15', 'IDEM-01', 'IDEM-04', 'IDEM-14'];
const tokenRules = ['AUTH-*', 'HDR-0*', 'COMP-0*', 'IDEM-05', 'IDEM-11', 'IDEM-13'];
const senderRules = ['HDR-07', 'HDR-08', 'IDEM-04', 'HOOK-14', 'EVT-*', 'DLV-01', 'DLV-02', 'DLV-04', 'DLV-06', 'SIG-04'];
const deliveryRules = ['HDR-07', 'HDR-08', 'COMP-06', 'IDEM-0*', 'HOOK-07', 'EVT-*', 'DLV-*', 'SIG-*'];

/** All legal services that differ from the reference service. */
export const variations: readonly Variation[] = [
  ...answerVariations.map((variation) => ({ rules: answerRules, ...variation })),
  ...demandVariations,
  ...choiceVariations,
  ...listVariations.map((variation) => ({ rules: listRules, ...variation })),
  ...networkVariations,
  ...refusalVariations,
  ...senderVariations.map((variation) => ({ rules: senderRules, ...variation })),
  ...tokenVariations.map((variation) => ({ rules: tokenRules, ...variation })),
  ...surfaceVariations,
  ...unpromisedVariations,
  ...valueVariations,
  ...deliveryVariations.map((variation) => ({ rules: deliveryRules, ...variation })),
];
