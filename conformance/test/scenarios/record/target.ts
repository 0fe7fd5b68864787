import { parseTarget } from '../../../src/config/parse.ts';
import type { Target } from '../../../src/model/target.ts';

const DESCRIPTION = `
service: { adminUrl: 'http://127.0.0.1:1', customerUrl: 'http://127.0.0.1:2/base/' }
credentials: { userName: user, password: password, apiKey: key }
companies: [{ id: 1, licenseKey: license }, { id: 2, licenseKey: other }]
`;

/** A target that gets no requests. */
export const target: Target = parseTarget(DESCRIPTION, '/etc/suite/conformance.yaml', []);
