import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAziendaFile } from '../../src/cli/azienda-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'azienda-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string): object {
  const file = join(folder, 'azienda.yaml');
  writeFileSync(file, content);
  return readAziendaFile(file);
}

test('a company is read with every field that it may have', () => {
  const azienda = {
    idFiscaleIva: { paese: 'IT', codice: '01234567890' },
    codiceFiscale: '01234567890',
    regimeFiscale: 'RF01',
    sede: { indirizzo: 'Via Roma', numeroCivico: '12', cap: '20121', comune: 'Milano', provincia: 'MI', nazione: 'IT' },
  };
  expect(read(JSON.stringify(azienda))).toEqual(azienda);
});

test.each([
  ['an identifier of its own', 'id: 99', 'id'],
  ['a number for a text', 'codiceFiscale: 12345678901', 'codiceFiscale'],
  ['a text for fields', 'sede: Milano', 'sede'],
  ['a field that is missing', 'idFiscaleIva: {paese: IT}', 'idFiscaleIva.codice'],
  ['a country that is none', 'idFiscaleIva: {paese: Italia, codice: "1"}', 'idFiscaleIva.paese'],
  ['a field inside that nobody knows', 'sede: {indirizzo: a, cap: "00100", comune: b, nazione: IT, piano: "3"}', 'sede.piano'],
  ['a tax regime that is none', 'regimeFiscale: RF03', 'regimeFiscale'],
  ['a list', '- a', 'it'],
  ['nothing', '', 'it'],
])('a file that holds %s is refused, and told where', (_title, content, place) => {
  expect(() => read(content)).toThrow(
    expect.objectContaining({ code: 'bad-argument', message: expect.stringContaining(`does not fit: ${place} `) }),
  );
});
