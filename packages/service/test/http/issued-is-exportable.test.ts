import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseInvoice } from '../../src/documento/invoice.ts';
import { readFattura } from '../harness/fattura-reader.ts';
import { schemaFindings, schemaObstacle, VALID } from '../harness/fattura-schema.ts';
import { type Running, startRunning } from '../harness/running.ts';
import { addSellers, type SellerCall } from '../harness/sellers.ts';

let running: Running;
let call: SellerCall;

const sede = { indirizzo: 'Via Po', numeroCivico: '1', cap: '10124', comune: 'Torino', provincia: 'TO', nazione: 'IT' };
const abroad = { indirizzo: 'Straße 1', cap: '00000', comune: 'Köln', nazione: 'DE' };
const it = (codice: string) => ({ paese: 'IT', codice });

const sellers = [
  { nome: 'Aurora – S.r.l.', idFiscaleIva: it('01234567897'), codiceFiscale: '01234567897', regimeFiscale: 'RF01', sede },
  { nome: 'Mario Rossi', idFiscaleIva: it('12345678903'), codiceFiscale: 'RSSMRA80A01H501U', regimeFiscale: 'RF19', sede },
  { nome: 'Köln GmbH', idFiscaleIva: { paese: 'DE', codice: '123456789' }, regimeFiscale: 'RF18', sede: abroad },
  { nome: 'Nobody S.n.c.' },
] as const;
/** The sellers whose documents can be issued. */
const COMPLETE = 3;

beforeAll(async () => {
  running = await startRunning();
  call = await addSellers(running, sellers);
});
afterAll(() => running.close());

/** What is refused is drawn seldom: a document has many places for it. */
const seldom = <T>(usual: fc.Arbitrary<T>, refused: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: refused });

const text = (maxLength: number) =>
  seldom(
    fc.string({ unit: fc.constantFrom(...'abc è&<>"\'’–Łœﬁ'), minLength: 1, maxLength: maxLength / 2 }),
    // What has no substitute, leaves nothing, or grows too long.
    fc.oneof(fc.constantFrom('日本', '🚲', '\u200b', '\u0085', 'Ω'), fc.constant('€'.repeat(maxLength))),
  );
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 3) => fc.option(arbitrary, { nil: undefined, freq });

const identified = fc.oneof(
  fc.record({ idFiscaleIva: fc.constantFrom(it('09876543217'), { paese: 'DE', codice: '123456789' }) }),
  fc.record({ codiceFiscale: fc.constantFrom('RSSDAA80A41H501I', '09876543217') }),
  fc.record({ idFiscaleIva: fc.constant(it('09876543217')), codiceFiscale: fc.constant('93026890017') }),
);
const misidentified = fc.constantFrom(
  {},
  { idFiscaleIva: it('01234567897') },
  { idFiscaleIva: it('01234567890') },
  { codiceFiscale: 'RSSMRA80A01H501U' },
  { codiceFiscale: 'RSSMRA80A01H501A' },
);
const contact = fc
  .record({
    nome: text(80),
    cognome: maybe(text(60), 1),
    identity: fc.oneof({ weight: 9, arbitrary: identified }, { weight: 1, arbitrary: misidentified }),
    sede: seldom<object | undefined>(
      fc.constantFrom(sede, abroad, { ...sede, comune: 'Łódź’s' }),
      fc.constantFrom(undefined, { ...sede, cap: '00000' }),
    ),
    codiceDestinatario: maybe(seldom(fc.constantFrom('0000000', 'ABC1234'), fc.constant('XXXXXXX')), 1),
    pec: maybe(seldom(fc.constant('ada@pec.example'), fc.constant('ada@example')), 1),
  })
  .map(({ identity, ...rest }) => ({ ...rest, ...identity }));

const decimal = (whole: number) =>
  fc.tuple(fc.nat({ max: whole }), fc.constantFrom('', '.5', '.05', '.005', '.12345678')).map(([units, decimals]) => `${units}${decimals}`);
const rate = fc.constantFrom(
  ...['22.00', '10.00', '4.00', '100.00'].map((aliquotaIva) => ({ aliquotaIva })),
  ...(['N2.2', 'N4', 'N6.1'] as const).map((natura) => ({ aliquotaIva: '0.00', natura })),
);
const line = fc
  .record({
    descrizione: text(1000),
    quantita: decimal(1e6),
    prezzoUnitario: fc.tuple(fc.constantFrom('', '-'), decimal(1e4)).map((parts) => parts.join('')),
    sconto: maybe(fc.constantFrom('0.00', '33.33', '100.00'), 1),
    unitaMisura: maybe(fc.constantFrom('h', 'kg & <'), 1),
    rated: seldom<object>(rate, fc.constant({ aliquotaIva: '0.22' })),
  })
  .map(({ rated, ...rest }) => ({ ...rest, ...rated }));

const document = fc.record({
  tipo: fc.constantFrom('TD01', 'TD04', 'TD24', 'TD25'),
  data: seldom(fc.constant('2026-01-31'), fc.constantFrom('1969-12-31', '9999-01-01')),
  causale: maybe(text(200), 1),
  bollo: seldom<string | undefined>(fc.constant(undefined), fc.constant('2.00')),
  pagamento: maybe(
    fc.record({
      condizioni: fc.constant('TP02'),
      modalita: fc.constant('MP05'),
      scadenza: seldom(fc.constant('2026-02-28'), fc.constant('0000-01-01')),
    }),
    1,
  ),
  righe: fc.array(line, { minLength: 1, maxLength: 4 }),
});

/** As it is sent: without what is undefined. */
const sent = (value: object): object => JSON.parse(JSON.stringify(value));

/** A document that any complete seller can issue. */
const mended = { data: '2026-01-31', righe: [{ descrizione: 'Viti', quantita: '1', prezzoUnitario: '1', aliquotaIva: '22.00' }] };
const mendedContact = { nome: 'Ada', codiceFiscale: 'NREDAA80A41L219I', sede };

test('D-15: what is issued can be exported, valid and as the exchange system takes it; what is refused stays a draft, with a way on', async () => {
  const counts = { issued: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 3), contact, document, async (seller, buyer, given) => {
      const created = (await call(seller, 'POST', 'Anagrafica', sent(buyer))).body;
      const numero = `P/${created.id}`;
      const draft = await call(seller, 'POST', 'Documento', sent({ ...given, numero, anagraficaId: created.id }));
      expect(draft.status).toBe(201);
      const path = `Documento/${draft.body.id}`;
      const issued = await call(seller, 'POST', `${path}/emit`);
      if (issued.status === 200) {
        counts.issued += 1;
        const exported = await call(seller, 'POST', `${path}/FatturaElettronicaXml`);
        expect(exported.status).toBe(201);
        const xml = String(exported.body.xml);
        expect(parseInvoice(readFattura(xml, String(issued.body.emessoIl)))).toHaveProperty('documento');
        if (schemaObstacle === undefined) expect(schemaFindings(xml)).toBe(VALID);
        return;
      }
      counts.refused += 1;
      expect([issued.status, issued.body.code]).toEqual([422, 'documento-incomplete']);
      expect((await call(seller, 'GET', path)).body).toEqual(draft.body);
      // The last that happened is the creation, and the number is free.
      const [newest] = Array.from((await call(seller, 'GET', '../config/evento?limit=1')).body);
      expect(newest).toMatchObject({ evento: { Type: 'Documento.Create' } });
      if (seller >= COMPLETE) return;
      await call(seller, 'PUT', `Anagrafica/${created.id}`, { ...mendedContact, concurrencyToken: created.concurrencyToken });
      await call(seller, 'PUT', path, { ...mended, numero, anagraficaId: created.id, concurrencyToken: draft.body.concurrencyToken });
      expect((await call(seller, 'POST', `${path}/emit`)).body).toMatchObject({ stato: 'emesso', numero });
    }),
    { numRuns: 150 },
  );
  // Both are tried often enough to mean something.
  expect(Math.min(counts.issued, counts.refused)).toBeGreaterThan(20);
}, 120_000);
