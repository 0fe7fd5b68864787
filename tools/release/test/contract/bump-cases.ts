import type { Edit } from './edited-specs.ts';
import { USER_NAME_LENGTH } from './edits/row.ts';

/** A change of the contract, and what the command says of it. */
export interface BumpCase {
  readonly change: string;
  readonly edits: readonly Edit[];
  /** Where the report says that it is. */
  readonly line: string;
  readonly needs: 'minor' | 'patch';
}

const WEBHOOK = 'openapi/paths/webhook.yaml';
export const SHORTER_NAMES: Edit = ['schemas/Credentials.yaml', USER_NAME_LENGTH, 'maxLength: 128'];
const FIRST_RULE = '- id: AUTH-01\n  level: stated\n  role: service';

export const BUMP_CASES: readonly BumpCase[] = [
  {
    change: 'a request member becomes required',
    edits: [['schemas/WebhookInput.yaml', 'required: [AziendaId, Url, Events]', 'required: [AziendaId, Url, Events, Description]']],
    line: 'specs/schemas/WebhookInput.yaml:8',
    needs: 'minor',
  },
  {
    change: 'an answer member is removed',
    edits: [
      ['schemas/WebhookCreated.yaml', '  enabled:\n', '  active:\n'],
      ['schemas/WebhookCreated.yaml', 'url, enabled,', 'url,'],
    ],
    line: 'specs/schemas/WebhookCreated.yaml:6',
    needs: 'minor',
  },
  {
    change: 'an answer may be null',
    edits: [['schemas/WebhookCreated.yaml', '    type: boolean', "    type: ['boolean', 'null']"]],
    line: 'specs/schemas/WebhookCreated.yaml:23',
    needs: 'minor',
  },
  {
    change: 'a path is renamed',
    edits: [['openapi/customer.yaml', '/api/{version}/config/Azienda:', '/api/{version}/config/azienda:']],
    line: 'specs/openapi/paths/azienda.yaml:6',
    needs: 'minor',
  },
  {
    change: 'an operationId is another',
    edits: [[WEBHOOK, 'operationId: createWebhook', 'operationId: addWebhook']],
    line: 'specs/openapi/paths/webhook.yaml:',
    needs: 'minor',
  },
  {
    change: 'a new optional request member',
    edits: [['schemas/Credentials.yaml', '  Password:\n', '  Otp:\n    type: string\n    description: A code.\n  Password:\n']],
    line: 'specs/schemas/Credentials.yaml:14',
    needs: 'minor',
  },
  {
    change: 'an event type is removed',
    edits: [['asyncapi/events.yaml', '      Documento.Emit:\n        $ref: messages/Documento.Emit.yaml\n', '']],
    line: 'specs/asyncapi/events.yaml:',
    needs: 'minor',
  },
  {
    change: 'an event has a new member',
    edits: [['asyncapi/messages/Documento.Emit.yaml', '    CompanyId:\n', '    OccurredAt:\n      type: string\n    CompanyId:\n']],
    line: 'specs/asyncapi/messages/Documento.Emit.yaml:',
    needs: 'minor',
  },
  {
    change: 'a problem has another code',
    edits: [['problems.yaml', 'code: request-timeout', 'code: too-slow']],
    line: 'specs/problems.yaml:',
    needs: 'minor',
  },
  { change: 'a limit is another', edits: [['limits.yaml', 'value: 24\n', 'value: 48\n']], line: 'specs/limits.yaml:', needs: 'minor' },
  {
    change: 'a rule is added',
    edits: [
      ['rules/auth.yaml', FIRST_RULE, `- id: NEW-01\n  level: stated\n  role: service\n  binds: { operation: true }\n\n${FIRST_RULE}`],
    ],
    line: 'specs/rules/auth.yaml:',
    needs: 'minor',
  },
  {
    change: 'a description is another',
    edits: [['schemas/Credentials.yaml', 'Who wants a token.', 'Whoever wants a token.']],
    line: 'specs/schemas/Credentials.yaml:2',
    needs: 'patch',
  },
  {
    change: 'an example is another',
    edits: [['examples/problem/in-use.json', '"detail": "', '"detail": "Indeed, ']],
    line: 'specs/examples/problem/in-use.json:1',
    needs: 'patch',
  },
];
