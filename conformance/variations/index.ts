import { answerVariations } from './answers.ts';
import { deliveryVariations } from './deliveries.ts';
import { demandVariations } from './demands.ts';
import type { Variation } from './variation.ts';

/** What comes of other answers, and what of other deliveries: retries take long to follow, and no answer changes them. */
const answerRules = ['AUTH-*', 'HDR-*', 'COMP-*', 'HOOK-*', 'CONC-*', 'IDEM-*', 'EVT-0*', 'SIG-01', 'VER-*', 'ERR-*'];
const deliveryRules = ['HDR-07', 'HDR-08', 'COMP-06', 'IDEM-0*', 'HOOK-07', 'EVT-*', 'DLV-*', 'SIG-*'];

/** Every legal service that is unlike the reference service. */
export const variations: readonly Variation[] = [
  ...answerVariations.map((variation) => ({ rules: answerRules, ...variation })),
  ...demandVariations,
  ...deliveryVariations.map((variation) => ({ rules: deliveryRules, ...variation })),
];
