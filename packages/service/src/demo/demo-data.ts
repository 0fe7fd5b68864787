import type { Documents } from '../model/objects.ts';
import type { NewCompany } from '../usecases/provisioning.ts';

/** Two companies of the demo's user, and one of somebody else. */
export const demoCompanies: readonly NewCompany[] = [
  {
    id: 1,
    azienda: {
      nome: 'Ferramenta Aurora S.r.l.',
      idFiscaleIva: { paese: 'IT', codice: '01234567897' },
      codiceFiscale: '01234567897',
      regimeFiscale: 'RF01',
      sede: { indirizzo: 'Via Roma', numeroCivico: '12', cap: '20121', comune: 'Milano', provincia: 'MI', nazione: 'IT' },
    },
  },
  {
    id: 2,
    azienda: {
      nome: 'Cartoleria Boreale S.n.c.',
      idFiscaleIva: { paese: 'IT', codice: '09876543217' },
      codiceFiscale: '09876543217',
      regimeFiscale: 'RF01',
      sede: { indirizzo: 'Corso Garibaldi', numeroCivico: '3', cap: '40121', comune: 'Bologna', provincia: 'BO', nazione: 'IT' },
    },
  },
  { id: 9, azienda: { nome: 'Vetreria Straniera S.p.A.' } },
];

/** The stock items of each company. */
export const demoArticoli: Readonly<Record<number, readonly Documents['articolo'][]>> = {
  1: [
    { codice: 'VIT-4X40', descrizione: 'Vite a legno 4 x 40 mm', unitaMisura: 'pz', prezzo: '0.08', aliquotaIva: '22.00' },
    { codice: 'MAR-500', descrizione: 'Martello da 500 g', unitaMisura: 'pz', prezzo: '14.90', aliquotaIva: '22.00' },
    { codice: 'VER-B-1L', descrizione: 'Vernice bianca, un litro', unitaMisura: 'l', prezzo: '11.50', aliquotaIva: '22.00' },
  ],
  2: [
    { codice: 'QUA-A5', descrizione: 'Quaderno A5 a righe', unitaMisura: 'pz', prezzo: '1.20', aliquotaIva: '22.00' },
    { codice: 'PEN-BLU', descrizione: 'Penna a sfera blu', unitaMisura: 'pz', prezzo: '0.60', aliquotaIva: '22.00' },
    { codice: 'LIB-STO', descrizione: 'Storia di Bologna', unitaMisura: 'pz', prezzo: '18.00', aliquotaIva: '4.00' },
  ],
  9: [{ codice: 'VET-6', descrizione: 'Vetro di 6 mm', unitaMisura: 'm2', prezzo: '32.00', aliquotaIva: '22.00' }],
};
