/**
 * The ids that were ever given, by role and level; new ones are added here. An id is never reused. Its level changes only where the source was
 * misread: AUTH-06 was held for stated.
 */
export const FROZEN_RULES: Readonly<Record<'service' | 'receiver' | 'client', Readonly<Record<'stated' | 'chosen', string>>>> = {
  service: {
    stated: `
      AUTH-01 AUTH-02 AUTH-03 AUTH-04 AUTH-05 AUTH-07 AUTH-08 AUTH-09
      HDR-01 HDR-02 HDR-03 HDR-04 HDR-05 HDR-06 HDR-07 HDR-08 HDR-09
      COMP-01 COMP-02 COMP-03 COMP-04 COMP-05 COMP-06 COMP-07
      HOOK-01 HOOK-02 HOOK-03 HOOK-04 HOOK-05 HOOK-06 HOOK-07 HOOK-08 HOOK-09 HOOK-10 HOOK-11 HOOK-12 HOOK-13 HOOK-14 HOOK-15
      IDEM-01 IDEM-02 IDEM-03 IDEM-04 IDEM-05 IDEM-06 IDEM-07 IDEM-08 IDEM-09 IDEM-10 IDEM-11 IDEM-12 IDEM-13 IDEM-14 IDEM-15
      CONC-01 CONC-02 CONC-03 CONC-04 CONC-05
      EVT-01 EVT-02 EVT-03 EVT-04 EVT-05 EVT-06 EVT-07 EVT-08 EVT-09 EVT-10 EVT-11 EVT-12
      DLV-01 DLV-02 DLV-03 DLV-04 DLV-05 DLV-06 DLV-07 DLV-11
      SIG-01 SIG-02 SIG-03 SIG-04
      VER-01
      ERR-03
    `,
    chosen: `
      AUTH-06 AUTH-10
      HDR-10
      COMP-08 COMP-09 COMP-10
      HOOK-16
      IDEM-16 IDEM-17
      CONC-06
      EVT-13 EVT-14 EVT-15
      DLV-08 DLV-10 DLV-12 DLV-09
      SIG-05
      VER-02
      ERR-01 ERR-02
      RES-01 RES-02
    `,
  },
  receiver: {
    stated: `
      RCV-01 RCV-02 RCV-03 RCV-04 RCV-05 RCV-06 RCV-07 RCV-08 RCV-09 RCV-10 RCV-11 RCV-12 RCV-13 RCV-14 RCV-15 RCV-17 RCV-18 RCV-19
    `,
    chosen: `
      RCV-16
    `,
  },
  client: {
    stated: `
      CLI-01 CLI-02 CLI-03 CLI-04 CLI-05 CLI-06 CLI-07 CLI-08 CLI-09 CLI-10
    `,
    chosen: `
      CLI-11
    `,
  },
};
