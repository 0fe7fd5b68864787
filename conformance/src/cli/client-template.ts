/** What `init --role client` writes: the command that must be given, and the others commented out at their defaults. */
export const clientTemplate: string = `# What the conformance suite judges: a client of the API. It starts this command again and again, each time
# with another thing to do, and says in environment variables what that is and where the service is:
#   CONFORMANCE_SCENARIO, CONFORMANCE_ADMIN_URL, CONFORMANCE_CUSTOMER_URL and so on. All are listed in
#   https://github.com/business-cloud/business-cloud/blob/main/docs/conformance/clients.md

client: [python3, client.py]   # the command and its arguments; no shell reads them

# When one start counts as hanging, and is ended with everything that it started.
# scenarioTimeout: 20s

# The product word in header names: X-Service-ApiKey.
# headerWord: Service
`;
