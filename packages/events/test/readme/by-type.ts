import { createReceiver, type Receiver } from '@business-cloud/events';

export const receiverOf = (secret: string, log: (line: string) => void): Receiver =>
  createReceiver({
    secret,
    onEvent: {
      'Documento.Emit': ({ Object: { numero } }) => log(`issued ${numero}`),
      'articolo.Update': ({ Object: { descrizione } }) => log(`changed ${descrizione}`),
      other: ({ Type }) => log(Type),
    },
  });
