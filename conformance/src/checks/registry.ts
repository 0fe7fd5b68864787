import type { Check } from '../model/check.ts';
import { auth01 } from './auth/auth-01.ts';
import { auth02 } from './auth/auth-02.ts';
import { auth03 } from './auth/auth-03.ts';
import { auth04 } from './auth/auth-04.ts';
import { auth05 } from './auth/auth-05.ts';
import { auth06 } from './auth/auth-06.ts';
import { auth07 } from './auth/auth-07.ts';
import { auth08 } from './auth/auth-08.ts';
import { auth09 } from './auth/auth-09.ts';
import { auth10 } from './auth/auth-10.ts';
import { comp01 } from './comp/comp-01.ts';
import { comp02 } from './comp/comp-02.ts';
import { comp03 } from './comp/comp-03.ts';
import { comp04 } from './comp/comp-04.ts';
import { comp05 } from './comp/comp-05.ts';
import { comp06 } from './comp/comp-06.ts';
import { comp07 } from './comp/comp-07.ts';
import { comp08 } from './comp/comp-08.ts';
import { conc01 } from './conc/conc-01.ts';
import { conc02 } from './conc/conc-02.ts';
import { conc03 } from './conc/conc-03.ts';
import { conc04 } from './conc/conc-04.ts';
import { conc05 } from './conc/conc-05.ts';
import { conc06 } from './conc/conc-06.ts';
import { dlv01 } from './dlv/dlv-01.ts';
import { dlv02 } from './dlv/dlv-02.ts';
import { dlv03 } from './dlv/dlv-03.ts';
import { dlv04 } from './dlv/dlv-04.ts';
import { dlv05 } from './dlv/dlv-05.ts';
import { dlv06 } from './dlv/dlv-06.ts';
import { dlv08 } from './dlv/dlv-08.ts';
import { dlv09 } from './dlv/dlv-09.ts';
import { dlv10 } from './dlv/dlv-10.ts';
import { err01 } from './err/err-01.ts';
import { err02 } from './err/err-02.ts';
import { evt01 } from './evt/evt-01.ts';
import { evt02 } from './evt/evt-02.ts';
import { evt03 } from './evt/evt-03.ts';
import { evt04 } from './evt/evt-04.ts';
import { evt05 } from './evt/evt-05.ts';
import { evt06 } from './evt/evt-06.ts';
import { evt07 } from './evt/evt-07.ts';
import { evt08 } from './evt/evt-08.ts';
import { evt09 } from './evt/evt-09.ts';
import { evt10 } from './evt/evt-10.ts';
import { evt11 } from './evt/evt-11.ts';
import { evt12 } from './evt/evt-12.ts';
import { hdr01 } from './hdr/hdr-01.ts';
import { hdr02 } from './hdr/hdr-02.ts';
import { hdr03 } from './hdr/hdr-03.ts';
import { hdr04 } from './hdr/hdr-04.ts';
import { hdr05 } from './hdr/hdr-05.ts';
import { hdr06 } from './hdr/hdr-06.ts';
import { hdr07 } from './hdr/hdr-07.ts';
import { hdr08 } from './hdr/hdr-08.ts';
import { hdr09 } from './hdr/hdr-09.ts';
import { hdr10 } from './hdr/hdr-10.ts';
import { hook01 } from './hook/hook-01.ts';
import { hook02 } from './hook/hook-02.ts';
import { hook03 } from './hook/hook-03.ts';
import { hook04 } from './hook/hook-04.ts';
import { hook05 } from './hook/hook-05.ts';
import { hook06 } from './hook/hook-06.ts';
import { hook07 } from './hook/hook-07.ts';
import { hook08 } from './hook/hook-08.ts';
import { hook09 } from './hook/hook-09.ts';
import { hook10 } from './hook/hook-10.ts';
import { hook11 } from './hook/hook-11.ts';
import { hook12 } from './hook/hook-12.ts';
import { hook13 } from './hook/hook-13.ts';
import { hook14 } from './hook/hook-14.ts';
import { hook15 } from './hook/hook-15.ts';
import { hook16 } from './hook/hook-16.ts';
import { idem01 } from './idem/idem-01.ts';
import { idem02 } from './idem/idem-02.ts';
import { idem03 } from './idem/idem-03.ts';
import { idem04 } from './idem/idem-04.ts';
import { idem05 } from './idem/idem-05.ts';
import { idem06 } from './idem/idem-06.ts';
import { idem07 } from './idem/idem-07.ts';
import { idem08 } from './idem/idem-08.ts';
import { idem09 } from './idem/idem-09.ts';
import { idem10 } from './idem/idem-10.ts';
import { idem11 } from './idem/idem-11.ts';
import { idem12 } from './idem/idem-12.ts';
import { idem13 } from './idem/idem-13.ts';
import { idem14 } from './idem/idem-14.ts';
import { idem15 } from './idem/idem-15.ts';
import { idem16 } from './idem/idem-16.ts';
import { sig01 } from './sig/sig-01.ts';
import { sig02 } from './sig/sig-02.ts';
import { sig03 } from './sig/sig-03.ts';
import { sig04 } from './sig/sig-04.ts';
import { sig05 } from './sig/sig-05.ts';
import { ver01 } from './ver/ver-01.ts';
import { ver02 } from './ver/ver-02.ts';

/**
 * Every check there is, in the order in which they begin. First the shared ones: those that take long; those that keep webhooks of their own
 * while they wait for events, since each hears of all that others create; and those that create little. Then those that need the target's
 * clock for themselves, those that move it together, and last those that provoke its defences against guessing, after which it may let
 * nobody in for a while.
 */
export const checks: readonly Check[] = [
  ...[idem16, hdr04, hdr05, hdr02, hdr01, hdr03, idem15, idem06, idem08, idem04, auth04],
  ...[idem01, idem02, idem03, idem05, idem07, idem09, idem10, idem13, idem14, comp03, comp06, comp07, auth03, hdr06, hdr07, hdr08],
  ...[evt11, evt12, dlv06, err01, err02, conc02, conc03],
  ...[conc01, conc04, conc05, conc06, hdr09, hdr10, comp01, comp02, comp04, comp05, comp08, auth01, auth07, auth08, auth09],
  ...[hook01, hook02, hook03, hook04, hook05, hook06, hook07, hook08, hook09, hook10, hook11, hook12, hook13, hook15, hook16, ver01, ver02],
  ...[evt01, evt02, evt03, evt05, evt06, evt07, evt08, evt09, evt10],
  ...[hook14, dlv10, dlv01, dlv02, dlv03, dlv04, dlv05, dlv09, idem11, idem12, auth06, auth05],
  ...[evt04, sig01, sig02, sig03, sig04, sig05, dlv08, auth02, auth10],
];
