/** What `init --role receiver` writes: the settings that must be given, and the others commented out at their defaults. */
export const receiverTemplate: string = `# What the conformance suite judges: a receiver of webhooks. It holds a secret: keep it out of version control.

target: http://127.0.0.1:8080/webhook   # where the receiver takes deliveries
secret: whsec_...                       # the secret of the webhook, as its creation answered it

# How far the receiver lets a timestamp be from now, in seconds.
# tolerance: 300

# What shows how often each event was processed, as {"processed": {"<eventGuid>": count}}: the answer to a GET, or what a command prints.
# Without either, the suite cannot see whether an event was processed once.
# effects: http://127.0.0.1:8080/effects
# effectsCommand: sqlite3 events.db "select json_object('processed', json_group_object(guid, times)) from processed"

# How soon a delivery should be answered.
# answerWithin: 5s

# An address of this machine that the receiver does not list as a sender.
# foreignAddress: 127.0.0.2

# The product word in header names: Service-Signature.
# headerWord: Service

# The PEM file of the authority of an https receiver, if it is not a well-known one.
# caFile: ca.pem
`;
