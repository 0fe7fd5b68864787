import type { InvoiceParts } from '../../src/documento/invoice-parts.ts';

/** An element of a read XML. */
interface Node {
  readonly name: string;
  readonly children: Node[];
  text: string;
}

/** What an XML says of an invoice, read without the code that wrote it. */
export function readFattura(xml: string, emessoIl: string): InvoiceParts {
  const root = parseXml(xml);
  const [cedente, cessionario] = [under(root, 'CedentePrestatore'), under(root, 'CessionarioCommittente')];
  const codiceFiscale = (party: Node) => optional('codiceFiscale', textAt(party, 'DatiAnagrafici', 'CodiceFiscale'));
  const sconto = (line: Node) => optional('sconto', textAt(line, 'ScontoMaggiorazione', 'Percentuale'));
  const rated = (one: Node) => ({ aliquotaIva: textAt(one, 'AliquotaIVA') ?? '', ...optional('natura', textAt(one, 'Natura')) });
  const generali = under(root, 'DatiGeneraliDocumento');
  // What is read is as likely wrong as not: the checks of it are what a test is for.
  return {
    azienda: {
      id: 1,
      nome: textAt(cedente, 'DatiAnagrafici', 'Anagrafica', 'Denominazione') ?? '',
      ...idFiscale(cedente),
      ...codiceFiscale(cedente),
      ...optional('regimeFiscale', textAt(cedente, 'DatiAnagrafici', 'RegimeFiscale')),
      sede: sede(cedente),
    },
    anagrafica: {
      nome:
        textAt(cessionario, 'DatiAnagrafici', 'Anagrafica', 'Denominazione') ??
        textAt(cessionario, 'DatiAnagrafici', 'Anagrafica', 'Nome') ??
        '',
      ...optional('cognome', textAt(cessionario, 'DatiAnagrafici', 'Anagrafica', 'Cognome')),
      ...idFiscale(cessionario),
      ...codiceFiscale(cessionario),
      sede: sede(cessionario),
      ...optional('codiceDestinatario', textAt(root, 'FatturaElettronicaHeader', 'DatiTrasmissione', 'CodiceDestinatario')),
      ...optional('pec', textAt(root, 'FatturaElettronicaHeader', 'DatiTrasmissione', 'PECDestinatario')),
    },
    documento: {
      anagraficaId: 1,
      stato: 'emesso',
      emessoIl,
      tipo: textAt(generali, 'TipoDocumento') ?? '',
      divisa: textAt(generali, 'Divisa') ?? '',
      data: textAt(generali, 'Data') ?? '',
      numero: textAt(generali, 'Numero') ?? null,
      ...optional('bollo', textAt(generali, 'DatiBollo', 'ImportoBollo')),
      ...optional('causale', textAt(generali, 'Causale')),
      totale: textAt(generali, 'ImportoTotaleDocumento') ?? '',
      imponibile: '',
      imposta: '',
      righe: all(root, 'DettaglioLinee').map((line) => ({
        ...rated(line),
        ...sconto(line),
        numeroLinea: Number(textAt(line, 'NumeroLinea')),
        descrizione: textAt(line, 'Descrizione') ?? '',
        quantita: textAt(line, 'Quantita') ?? '',
        prezzoUnitario: textAt(line, 'PrezzoUnitario') ?? '',
        prezzoTotale: textAt(line, 'PrezzoTotale') ?? '',
      })),
      riepilogo: all(root, 'DatiRiepilogo').map((sum) => ({
        ...rated(sum),
        imponibile: textAt(sum, 'ImponibileImporto') ?? '',
        imposta: textAt(sum, 'Imposta') ?? '',
      })),
    },
  } as InvoiceParts;
}

/** Who the XML says sends it. */
export function readSender(xml: string): string {
  const sender = under(parseXml(xml), 'IdTrasmittente');
  return `${textAt(sender, 'IdPaese')}${textAt(sender, 'IdCodice')}`;
}

function idFiscale(party: Node) {
  const paese = textAt(party, 'DatiAnagrafici', 'IdFiscaleIVA', 'IdPaese');
  const codice = textAt(party, 'DatiAnagrafici', 'IdFiscaleIVA', 'IdCodice');
  return paese === undefined || codice === undefined ? {} : { idFiscaleIva: { paese, codice } };
}

function sede(party: Node) {
  const at = (name: string) => textAt(party, 'Sede', name);
  return {
    indirizzo: at('Indirizzo') ?? '',
    ...optional('numeroCivico', at('NumeroCivico')),
    cap: at('CAP') ?? '',
    comune: at('Comune') ?? '',
    ...optional('provincia', at('Provincia')),
    nazione: at('Nazione') ?? '',
  };
}

function optional<Name extends string>(name: Name, text: string | undefined) {
  return text === undefined ? {} : { [name]: text };
}

/** Elements, texts and the three escapes that are written; nothing else is. */
function parseXml(xml: string): Node {
  const root: Node = { name: '', children: [], text: '' };
  const open = [root];
  for (const [, end, name, text] of xml.matchAll(/<(\/?)([\w:]+)[^>]*>|([^<]+)/g)) {
    const current = open.at(-1) ?? root;
    if (text !== undefined) current.text += text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    else if (end === '/') open.pop();
    else {
      const child: Node = { name: name ?? '', children: [], text: '' };
      current.children.push(child);
      open.push(child);
    }
  }
  return root.children[0] ?? root;
}

function all(node: Node, name: string): Node[] {
  return node.children.flatMap((child) => (child.name === name ? [child] : all(child, name)));
}

function under(node: Node, name: string): Node {
  const [found] = all(node, name);
  if (found === undefined) throw new Error(`The XML has no ${name}.`);
  return found;
}

function textAt(node: Node, ...path: readonly string[]): string | undefined {
  const found = path.reduce<Node | undefined>((at, name) => at?.children.find((child) => child.name === name), node);
  return found?.text;
}
