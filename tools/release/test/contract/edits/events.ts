import { RECEIVERS, type Row } from './row.ts';

const EVENTS_FILE = 'asyncapi/events.yaml';
const MESSAGE = 'asyncapi/messages/Documento.Emit.yaml';
const DELIVERY = 'asyncapi/messages/delivery.yaml';
const MEMBER = `      Documento.Emit:
        $ref: messages/Documento.Emit.yaml
`;

/** Edits of what webhooks receive. */
export const EVENTS: readonly Row[] = [
  { change: 'an event type is removed', edits: [[EVENTS_FILE, MEMBER, '']], want: { breaking: RECEIVERS } },
  {
    change: 'an event type is renamed',
    edits: [[EVENTS_FILE, '      Documento.Emit:', '      Documento.Issue:']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'the Type of an event is another',
    edits: [[MESSAGE, 'const: Documento.Emit', 'const: Documento.Issue']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'a new event type',
    edits: [
      [EVENTS_FILE, MEMBER, `${MEMBER}      Documento.Archive:\n        $ref: messages/Documento.Archive.yaml\n`],
      ['asyncapi/messages/Documento.Archive.yaml', 'name: Documento.Archive\npayload:\n  type: object\n'],
    ],
    want: { additive: RECEIVERS },
  },
  {
    change: 'a member may be absent',
    edits: [[MESSAGE, 'EventGuid, CompanyId, ApplicationId]', 'EventGuid, CompanyId]']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'a member is removed',
    edits: [[MESSAGE, '    ApplicationId:\n      $ref: ../../schemas/ApplicationId.yaml\n', '']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'a member has another type',
    edits: [[MESSAGE, '    CompanyId:\n      $ref: ../../schemas/Id.yaml', '    CompanyId:\n      type: string']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'a new member',
    edits: [[MESSAGE, '    CompanyId:\n', '    OccurredAt:\n      type: string\n    CompanyId:\n']],
    want: { additive: RECEIVERS },
  },
  {
    change: 'an event carries another object',
    edits: [[MESSAGE, '$ref: ../../schemas/Documento.yaml', '$ref: ../../schemas/Articolo.yaml']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'deliveries have another media type',
    edits: [[DELIVERY, 'contentType: application/json', 'contentType: application/cloudevents+json']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'the signature header of messages in lower case',
    edits: [
      [DELIVERY, 'required: [Service-Signature]', 'required: [service-signature]'],
      [DELIVERY, '    Service-Signature:\n', '    service-signature:\n'],
    ],
    want: {},
  },
  {
    change: 'the signature is no longer always there',
    edits: [[DELIVERY, 'required: [Service-Signature]', 'required: []']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'the examples are signed at another time',
    edits: [[DELIVERY, 't: 1741946525', 't: 1741946526']],
    want: { wording: ['specs'] },
  },
  {
    change: 'the signature header has another form',
    edits: [[DELIVERY, "pattern: '(^|,)t=", "pattern: '(^|;)t="]],
    want: { breaking: RECEIVERS },
  },
  { change: 'deliveries are made by another method', edits: [[EVENTS_FILE, 'method: POST', 'method: PUT']], want: { breaking: RECEIVERS } },
  { change: 'deliveries are read, not sent', edits: [[EVENTS_FILE, 'action: send', 'action: receive']], want: { breaking: RECEIVERS } },
  {
    change: 'the signature travels in another header',
    edits: [[EVENTS_FILE, 'name: Service-Signature', 'name: Signature']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'an event is deprecated',
    edits: [[MESSAGE, 'title: Documento.Emit', 'title: Documento.Emit\ndeprecated: true']],
    want: { additive: RECEIVERS },
  },
  {
    change: 'a message has another title',
    edits: [[MESSAGE, 'title: Documento.Emit', 'title: Documento.Emit, issued']],
    want: { breaking: ['specs'] },
  },
  {
    change: 'a message is described otherwise',
    edits: [[MESSAGE, 'title: Documento.Emit', 'title: Documento.Emit\ndescription: A document is issued.']],
    want: { wording: ['specs', 'events'] },
  },
  {
    change: 'a schema of the events is bound to something unknown',
    edits: [[MESSAGE, 'payload:', 'payload:\n  x-order: 1']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'the document is of another generation',
    edits: [[EVENTS_FILE, 'asyncapi: 3.0.0', 'asyncapi: 3.1.0']],
    want: { breaking: RECEIVERS },
  },
];
