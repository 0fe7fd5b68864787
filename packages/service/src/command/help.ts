export const HELP = `business-cloud-service: the reference service of the Business Management Cloud Service

  business-cloud-service demo  [options]   serve two companies with some data, and print how to call them
  business-cloud-service start [options]   serve the data of a database

Options of both
  --port N               port to serve on; 0 takes a free one (default: 8080)
  --host ADDRESS         address to serve on (default: 127.0.0.1)
  --database FILE        SQLite file (default: start business-cloud.sqlite, demo none: data end with the process)
  --key-file FILE        key that seals the secrets in the database (default: the database's name with .key; made when missing)
  --header-word WORD     product word in the header names (default: Service)
  --delivery-allow CIDR  private or local addresses that webhooks may have; may be repeated
  --delivery-ca FILE     PEM file of certificates that webhooks may have; read again whenever it changes
  --test-clock PORT      for tests: open POST /clock {"advanceMs": n} on loopback
  --log-level LEVEL      fatal, error, warn, info, debug or silent (default: start info, demo warn); logs go to standard error

Options of demo
  --print FORMAT         text, json or yaml (default: text)
  --write-config FILE    write a conformance.yaml that describes the running service

Examples
  business-cloud-service demo
  business-cloud-service demo --port 0 --print json
  business-cloud-service demo --delivery-allow 127.0.0.0/8 --delivery-ca ca.pem --write-config conformance.yaml
  business-cloud-service start --database /var/lib/business-cloud/data.sqlite --port 8080
`;
