export const serviceHelp = `Judges a service at a URL by the rules of the Business Management Cloud Service.

Usage: business-cloud-conformance service [options]

  --config FILE            how the target is described (default: conformance.yaml)
  --target URL             base address of both APIs; given twice: of the Admin API, then of the Customer API
  --SECTION.NAME VALUE     any setting of the file, for example --service.version v3 --timing.quietMs 500
  --header-word WORD       the product word in header names (default: Service)
  --profile PROFILE        stated: what the source says (default); reference: our decisions for what it leaves open too
  --rule PATTERN           judge these rules alone, for example IDEM-03 or 'IDEM-*'; may be repeated
  --budget BUDGET          quick, standard (default) or thorough: how many cases each property tries
  --seed N                 try the same cases again
  --reporter KIND[=FILE]   console (default) or json, to standard output or to FILE; may be repeated
  --help                   this text

Exit status: 0 the target conforms, 1 it does not, 2 it could not be told (configuration, unreachable target, nothing applicable).

Examples:
  business-cloud-conformance service --config conformance.yaml
  business-cloud-conformance service --rule 'AUTH-*' --rule HDR-05 --reporter console --reporter json=report.json
  business-cloud-conformance service --config staging.yaml --target https://staging.example.com --budget thorough
`;
