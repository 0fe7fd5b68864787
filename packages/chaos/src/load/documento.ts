/** A document with so many lines, each as long as one may be. */
export function documentoOf(anagraficaId: number, lines: number, descrizione: string = 'd'.repeat(1000)): object {
  const riga = { descrizione, quantita: '1', prezzoUnitario: '1', aliquotaIva: '22.00' };
  return { data: '2026-03-01', anagraficaId, righe: Array.from({ length: lines }, () => riga) };
}
