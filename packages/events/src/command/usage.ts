export const USAGE: string = `business-cloud-events: receives, sends and verifies webhook deliveries.

Usage:
  business-cloud-events listen [--port 8080] [--host 127.0.0.1] [--json] [--tls-cert FILE --tls-key FILE]
                               [--sender ADDRESS]... [--trusted-proxy ADDRESS]... SECRET OPTIONS
      Prints each delivery that is genuine, and of each other why it is refused. GET /effects answers how
      often each event was processed.
  business-cloud-events send URL [--type Anagrafica.Create] [--body FILE] [--times 1] [--delay SECONDS]
                             [--tamper body|signature|timestamp|no-header|scheme] SECRET OPTIONS
      Signs an example, or the bytes of a file, and posts them. Exits 1 when an answer is not 2xx.
  business-cloud-events verify --header VALUE --body FILE [--now UNIX-SECONDS] SECRET OPTIONS
      Says whether the bytes of a file were signed so. Exits 1 when they were not.

SECRET OPTIONS
  --secret TEXT          the secret of the webhook; several for listen and verify
  --secret-file FILE     a file that holds it; the line end at its end is not part of it
                         otherwise the environment's BUSINESS_CLOUD_WEBHOOK_SECRET
  --tolerance SECONDS    how far a timestamp may be from now (default 300)
  --header-word WORD     the product word of the signature header (default Service)

FILE may be - for standard input.

Examples:
  business-cloud-events listen --port 8080 --secret whsec_...
  business-cloud-events send http://127.0.0.1:8080/ --type Documento.Emit --secret whsec_...
  business-cloud-events verify --header 't=1700000000,v2=5cb...' --body body.json --now 1700000000 --secret whsec_...
`;
