/** The file that `init --role client` writes: the required command, and the other settings commented out at their defaults. */
export const clientTemplate: string = `# What the conformance suite judges: a client of the API. The suite starts this command many times. Environment
# variables say what the client has to do, and where the service is: CONFORMANCE_SCENARIO, CONFORMANCE_ADMIN_URL,
# CONFORMANCE_CUSTOMER_URL and so on. All of them are listed in
#   https://github.com/business-cloud/business-cloud/blob/main/docs/conformance/clients.md

client: [python3, client.py]   # the command and its arguments; no shell reads them

# After this time the client counts as hanging. The suite then ends it, with everything that it started.
# scenarioTimeout: 20s

# The product word in header names: X-Service-ApiKey.
# headerWord: Service
`;
