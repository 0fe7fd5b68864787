/** The file that `init --role receiver` writes: the required settings, and the others commented out at their defaults. */
export const receiverTemplate: string = `# What the conformance suite judges: a receiver of webhooks. It holds a secret: keep it out of version control.

target: http://127.0.0.1:8080/webhook   # where the receiver takes deliveries
secret: whsec_...                       # the secret of the webhook, from the answer to its creation

# How far a timestamp may be from the time of the receiver, in seconds.
# tolerance: 300

# A URL or a command that shows how often each event was processed: {"processed": {"<eventGuid>": count}}.
# Without either, the suite cannot see whether an event was processed once.
# effects: http://127.0.0.1:8080/effects
# effectsCommand: sqlite3 events.db "select json_object('processed', json_group_object(guid, times)) from processed"

# How soon the receiver should answer a delivery.
# answerWithin: 5s

# An address of this machine that the receiver does not list as a sender.
# foreignAddress: 127.0.0.2

# The product word in header names: Service-Signature.
# headerWord: Service

# The PEM file of the CA of an https receiver, if it is not a well-known one.
# caFile: ca.pem
`;
