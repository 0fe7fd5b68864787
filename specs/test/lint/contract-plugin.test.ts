import { describe, expect, test } from 'vitest';
import { findingsOf, refusal } from './small-contract.ts';
import { smallAsyncApi, smallOpenApi } from './small-documents.ts';

type OpenApi = ReturnType<typeof smallOpenApi>['paths']['/things/{id}'];
type Message = ReturnType<typeof smallAsyncApi>['channels']['webhook']['messages']['Thing.Create'];

const PATH = '#/paths/~1things~1{id}';
const MESSAGE = '#/channels/webhook/messages/Thing.Create';

async function afterBreakingApi(change: (path: OpenApi) => void): Promise<readonly string[]> {
  const document = smallOpenApi();
  change(document.paths['/things/{id}']);
  return findingsOf(document);
}

async function afterBreakingMessage(change: (message: Message) => void): Promise<readonly string[]> {
  const document = smallAsyncApi();
  change(document.channels.webhook.messages['Thing.Create']);
  return findingsOf(document);
}

describe('a document that keeps every rule', () => {
  test('passes as OpenAPI and as AsyncAPI', async () => {
    expect(await findingsOf(smallOpenApi())).toEqual([]);
    expect(await findingsOf(smallAsyncApi())).toEqual([]);
  });
});

describe('leaves-bindings', () => {
  test('refuses an operation and a message that list their rules, because the selectors do', async () => {
    const listed = { 'x-rules': ['ONE-01'] };
    const inApi = await afterBreakingApi((path) => Object.assign(path.delete, listed));
    const inMessage = await afterBreakingMessage((message) => Object.assign(message, listed));
    expect(inApi).toEqual([`contract/leaves-bindings ${PATH}/delete/x-rules`]);
    expect(inMessage).toEqual([`contract/leaves-bindings ${MESSAGE}/x-rules`]);
  });
});

describe('has-examples', () => {
  test('refuses a request body without an example', async () => {
    const findings = await afterBreakingApi(({ put }) =>
      Reflect.deleteProperty(put.requestBody.content['application/json'].examples, 'one'),
    );
    expect(findings).toEqual([`contract/has-examples ${PATH}/put/requestBody`]);
  });

  test('refuses a status with a body and no example of it', async () => {
    const findings = await afterBreakingApi(({ put }) => {
      put.responses[200] = {
        description: 'Done.',
        'x-clause': 'Things: 1',
        content: { 'application/json': { schema: { type: 'object' } } },
      };
    });
    expect(findings).toEqual([`contract/has-examples ${PATH}/put/responses/200`]);
  });

  test('refuses a status without a body that no exchange shows', async () => {
    const findings = await afterBreakingApi((path) => {
      path.delete.responses[205] = { description: 'Gone.' };
    });
    expect(findings).toEqual([`contract/has-examples ${PATH}/delete/responses/205`]);
  });

  test('refuses a message without an example', async () => {
    const findings = await afterBreakingMessage((message) => message.examples.splice(0));
    expect(findings).toEqual([`contract/has-examples ${MESSAGE}/`]);
  });
});

describe('names-problems', () => {
  test.each<[string, Record<string, unknown>]>([
    ['names no problem', refusal()],
    ['names a problem that is not registered', refusal('strange')],
    ['names a problem of another status', refusal('forbidden')],
    ['has a problem without an example of its name', { ...refusal('bad'), 'x-problems': ['bad', 'bad-too'] }],
    ['is no problem document', { ...refusal('bad'), content: { 'application/json': { schema: {}, examples: { bad: { value: {} } } } } }],
  ])('refuses a refusal that %s', async (_, response) => {
    const findings = await afterBreakingApi((path) => {
      path.delete.responses[400] = response;
    });
    expect(findings).toContain(`contract/names-problems ${PATH}/delete/responses/400`);
  });
});

describe('says-what-it-does', () => {
  test.each([
    ['nothing', undefined],
    ['no kind', { resource: 'Thing' }],
    ['two kinds', { read: 'Thing', update: 'Thing' }],
  ])('refuses an operation that names %s', async (_, mark) => {
    const findings = await afterBreakingApi(({ put }) => {
      put['x-does'] = mark as Record<string, string> | undefined;
    });
    expect(findings).toEqual([`contract/says-what-it-does ${PATH}/put/x-does`]);
  });
});

describe('declares-statuses', () => {
  test.each(['400', '401', '403', '409', '413', '415', '422', '500', '503'])(
    'refuses a keyed PUT that does not declare %s',
    async (status) => {
      const findings = await afterBreakingApi(({ put }) => Reflect.deleteProperty(put.responses, status));
      expect(findings).toContain(`contract/declares-statuses ${PATH}/put`);
    },
  );

  test('refuses a PUT without x-concurrency', async () => {
    const findings = await afterBreakingApi(({ put }) => {
      put['x-concurrency'] = undefined;
    });
    expect(findings).toContain(`contract/declares-statuses ${PATH}/put`);
  });

  test('refuses a PUT that never answers concurrency-conflict', async () => {
    const findings = await afterBreakingApi(({ put }) => {
      put.responses[422] = { ...refusal('concurrency-conflict'), 'x-problems': [] };
    });
    expect(findings).toContain(`contract/declares-statuses ${PATH}/put`);
  });
});

describe('known-marks', () => {
  test.each<[string, Record<string, unknown>]>([
    ['is unknown', { 'x-idempotensy': true }],
    ['stands where it means nothing', { 'x-problems': ['bad'] }],
    ['says what it cannot say', { 'x-fires': ['Thing.Create'] }],
  ])('refuses a mark that %s, at the mark', async (_, marks) => {
    const findings = await afterBreakingApi(({ put }) => Object.assign(put, marks));
    expect(findings).toEqual([`contract/known-marks ${PATH}/put/${Object.keys(marks)[0]}`]);
  });

  test('refuses an unknown mark beside a reference and in a payload', async () => {
    const beside = await afterBreakingApi(({ put }) => {
      Object.assign(put.requestBody.content['application/json'].schema.properties, {
        other: { $ref: '#/info', description: 'A.', 'x-clause': 'Things: 1', 'x-stated': ['ONE-01'] },
      });
    });
    const inPayload = await afterBreakingMessage(({ payload }) => Object.assign(payload, { 'x-lable': 'name' }));
    expect(beside.filter((finding) => finding.startsWith('contract/known-marks'))).toHaveLength(1);
    expect(inPayload).toEqual([`contract/known-marks ${MESSAGE}/payload/x-lable`]);
  });
});

describe('implied-marks', () => {
  test.each<[string, (path: OpenApi) => unknown, string]>([
    ['a key without x-idempotency', ({ put }) => Reflect.deleteProperty(put, 'x-idempotency'), 'put/parameters/0'],
    ['x-idempotency without a key', ({ put }) => put.parameters.splice(0), 'put/x-idempotency'],
    ['a token without x-concurrency', ({ put }) => Reflect.deleteProperty(put, 'x-concurrency'), 'put/requestBody'],
    [
      'x-concurrency without a token that is demanded',
      ({ put }) => put.requestBody.content['application/json'].schema.required.splice(0),
      'put/x-concurrency',
    ],
  ])('refuses %s', async (_, change, place) => {
    expect(await afterBreakingApi(change)).toContain(`contract/implied-marks ${PATH}/${place}`);
  });

  test('finds the token in a part of the body, behind references', async () => {
    const document = smallOpenApi();
    const media = document.paths['/things/{id}'].put.requestBody.content['application/json'];
    const components = { schemas: { Update: media.schema } };
    Object.assign(media, { schema: { allOf: [{ $ref: '#/components/schemas/Update' }] } });
    expect((await findingsOf({ ...document, components })).filter((finding) => finding.startsWith('contract/implied'))).toEqual([]);
  });
});

describe('secured', () => {
  test.each<[string, Record<string, string[]>[]]>([
    ['nothing', []],
    ['nothing in one of its alternatives', [{ bearer: [] }, {}]],
    ['less than its document', [{ licenseKey: [] }]],
  ])('refuses an operation that asks for %s', async (_, security) => {
    const findings = await afterBreakingApi(({ put }) => Object.assign(put, { security }));
    expect(findings).toEqual([`contract/secured ${PATH}/put/security`]);
  });

  test('accepts less by a decision for it', async () => {
    const decided = { security: [], 'x-chosen': { security: 'D-01' } };
    expect(await afterBreakingApi(({ put }) => Object.assign(put, decided))).toEqual([]);
  });

  test('refuses an operation that asks for nothing in a document that asks for nothing', async () => {
    const document = smallOpenApi();
    document.security = [];
    expect(await findingsOf(document)).toEqual([`contract/secured ${PATH}/delete/operationId`]);
  });
});

describe('published-texts', () => {
  test.each([
    'It is so (D-05).',
    'One of problems.yaml.',
    'What x-clause says.',
    'Kept for 24 hours.',
    'Sent up to five times.',
    'Kept for {limit:thingRetenton}.',
  ])('refuses the description "%s"', async (description) => {
    const inApi = await afterBreakingApi(({ put }) => Object.assign(put, { description }));
    const inPayload = await afterBreakingMessage(({ payload }) => Object.assign(payload, { description }));
    expect(inApi).toEqual([`contract/published-texts ${PATH}/put/description`]);
    expect(inPayload).toEqual([`contract/published-texts ${MESSAGE}/payload/description`]);
  });

  test.each(['Kept for {limit:thingRetention}.', 'With two decimals (FatturaPA), as X-Token says.'])(
    'accepts the description "%s"',
    async (description) => {
      expect(await afterBreakingApi(({ put }) => Object.assign(put, { description }))).toEqual([]);
    },
  );
});

describe('examples', () => {
  test.each(['none.json', '../fixture/examples/Thing.Create/one.json#/response/body'])(
    'refuses a reference to %s',
    async (externalValue) => {
      const findings = await afterBreakingApi(({ put }) =>
        Object.assign(put.requestBody.content['application/json'].examples, { one: { externalValue } }),
      );
      expect(findings).toEqual([`contract/examples-exist ${PATH}/put/requestBody/content/application~1json/examples/one/externalValue`]);
    },
  );

  test('refuses a message without a payload, and one whose example has no file', async () => {
    const without = await afterBreakingMessage((message) => Reflect.deleteProperty(message, 'payload'));
    const lost = await afterBreakingMessage((message) => Object.assign(message.examples[0] ?? {}, { name: 'two' }));
    expect(without).toContain(`contract/has-examples ${MESSAGE}/`);
    expect(lost).toEqual([`contract/has-examples ${MESSAGE}/examples/0`]);
  });
});

describe('marked', () => {
  test('refuses an operation that nothing covers', async () => {
    const findings = await afterBreakingApi(({ put }) => {
      put['x-clause'] = undefined;
    });
    expect(findings).toContain(`contract/marked ${PATH}/put/`);
  });

  test.each<[string, (path: OpenApi) => object | undefined, string]>([
    ['parameter', ({ put }) => put.parameters[0], 'parameters/0/'],
    ['response', ({ put }) => put.responses[200], 'responses/200/'],
    [
      'property',
      ({ put }) => put.requestBody.content['application/json'].schema.properties.name,
      'requestBody/content/application~1json/schema/properties/name/',
    ],
  ])('does not let the clause of a stated operation cover an unmarked %s', async (_, part, place) => {
    const findings = await afterBreakingApi((path) => Reflect.deleteProperty(part(path) ?? {}, 'x-clause'));
    expect(findings).toEqual([`contract/marked ${PATH}/put/${place}`]);
  });

  test('lets a decision cover all that stands inside what it chose', async () => {
    const findings = await afterBreakingApi((path) => {
      path.delete.responses[204] = {
        description: 'Gone.',
        headers: { Size: { schema: { type: 'object', properties: { a: { type: 'string', description: 'A.' } } } } },
      };
    });
    expect(findings).toEqual([]);
  });

  test('refuses a refusal that has no mark of its own, though its operation has one', async () => {
    const findings = await afterBreakingApi((path) => Reflect.deleteProperty(path.delete.responses[400] ?? {}, 'x-chosen'));
    expect(findings).toEqual([`contract/marked ${PATH}/delete/responses/400/`]);
  });

  test.each(['Dreams: 1', 'Dreams', 'Things: 3', 'Things: 1, 3', 'Things: Retry', 'Things: '])(
    'refuses the clause "%s", which the source has not',
    async (clause) => {
      const findings = await afterBreakingApi(({ put }) => {
        put['x-clause'] = clause;
      });
      expect(findings).toEqual([`contract/marked ${PATH}/put/x-clause`]);
    },
  );

  test.each(['Things', 'Things: 2', 'Things: 1, 2', 'Things: Retry, same key, 1'])('accepts the clause "%s"', async (clause) => {
    const findings = await afterBreakingApi(({ put }) => {
      put['x-clause'] = clause;
    });
    expect(findings).toEqual([]);
  });

  test('lets a stated property have limits of ours, each with its decision, which covers what stands inside it', async () => {
    const findings = await afterBreakingApi(({ put }) => {
      const items = { type: 'object', properties: { a: { type: 'string', description: 'A.' } } };
      const property = {
        type: 'array',
        description: 'A name.',
        'x-clause': 'Things: 1',
        'x-chosen': { maxItems: 'D-01', items: 'D-01' },
        maxItems: 5,
        items,
      };
      Object.assign(put.requestBody.content['application/json'].schema.properties, { name: property });
    });
    expect(findings).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['a decision for all of it', 'D-01'],
    ['a decision that nobody wrote down', { maxLength: 'D-99' }],
    ['a decision for a keyword that does not stand there', { minLength: 'D-01' }],
  ])('refuses %s beside the clause of a property', async (_, chosen) => {
    const findings = await afterBreakingApi(({ put }) => {
      const property = { type: 'string', description: 'A name.', maxLength: 5, 'x-clause': 'Things: 1', 'x-chosen': chosen };
      Object.assign(put.requestBody.content['application/json'].schema.properties, { name: property });
    });
    expect(findings).toEqual([`contract/marked ${PATH}/put/requestBody/content/application~1json/schema/properties/name/x-chosen`]);
  });

  test('refuses decisions for keywords where nothing states the rest', async () => {
    const findings = await afterBreakingApi(({ put }) => {
      const property = { type: 'string', description: 'A name.', maxLength: 5, 'x-chosen': { maxLength: 'D-01' } };
      Object.assign(put.requestBody.content['application/json'].schema.properties, { name: property });
    });
    expect(new Set(findings.map(ruleOf))).toEqual(new Set(['contract/marked']));
  });

  test('refuses a decision that nobody wrote down', async () => {
    const findings = await afterBreakingApi((path) => {
      path.delete['x-chosen'] = 'D-99';
    });
    expect(findings).toEqual([`contract/marked ${PATH}/delete/x-chosen`]);
  });

  test('refuses a message that nothing covers', async () => {
    const document = smallAsyncApi();
    Reflect.deleteProperty(document.channels.webhook, 'x-clause');
    Reflect.deleteProperty(document.channels.webhook.messages['Thing.Create'], 'x-clause');
    expect(await findingsOf(document)).toContain(`contract/marked ${MESSAGE}/`);
  });
});

describe('plain-schema', () => {
  test.each<[string, Record<string, unknown>]>([
    ['$defs', { $defs: {} }],
    ['prefixItems', { type: 'array', prefixItems: [{ type: 'string' }] }],
    ['unevaluatedProperties', { type: 'object', unevaluatedProperties: false }],
    ['dependentRequired', { type: 'object', dependentRequired: { a: ['b'] } }],
    ['nullable', { type: 'string', nullable: true }],
    ['discriminator', { type: 'object', discriminator: { propertyName: 'a' } }],
    ['xml', { type: 'string', xml: { name: 'a' } }],
    ['example', { type: 'string', example: 'a' }],
    ['items as a list', { type: 'array', items: [{ type: 'string' }] }],
    ['a boolean exclusiveMinimum', { type: 'integer', exclusiveMinimum: true }],
    ['what judges values beside $ref', { type: 'object', properties: { a: { $ref: '#/info', description: 'A.', maxLength: 5 } } }],
  ])('refuses %s', async (_, schema) => {
    const inPayload = await afterBreakingMessage((message) => {
      message.payload = schema;
    });
    const inParameter = await afterBreakingApi(({ put }) => {
      put.parameters = [{ name: 'Idempotency-Key', in: 'header', 'x-clause': 'Things: 1', schema }];
    });
    expect(inPayload.map(ruleOf)).toContain('contract/plain-schema');
    expect(inParameter.map(ruleOf)).toContain('contract/plain-schema');
  });
});

describe('describes-members', () => {
  /** The findings where the message's payload has one member, and a schema of that title that others share. */
  function findingsOfMember(name: string, member: Record<string, unknown>, title = 'Name'): Promise<readonly string[]> {
    const document = smallAsyncApi();
    const payload = { type: 'object', properties: { [name]: member } };
    Object.assign(document.channels.webhook.messages['Thing.Create'], { payload });
    const Name = { title, 'x-chosen': 'D-01', type: 'string' };
    return findingsOf({ ...document, components: { schemas: { Name } } });
  }
  const $ref = '#/components/schemas/Name';
  const described = { description: 'A name.', 'x-clause': 'Things: 2' };

  test.each<[string, string, Record<string, unknown>]>([
    ['says what it means beside a reference', 'name', { $ref, ...described }],
    ['refers to a schema of its name', 'Name', { $ref }],
    ['can be one value alone', 'name', { const: 'a', 'x-clause': 'Things: 2' }],
  ])('accepts a member that %s', async (_, name, member) => {
    expect(await findingsOfMember(name, member)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['refers to a schema that others share', { $ref, 'x-clause': 'Things: 2' }],
    ['leaves its origin to that schema', { $ref, description: 'A name.' }],
    ['has no description', { type: 'string', 'x-clause': 'Things: 2' }],
  ])('refuses a member that %s', async (_, member) => {
    expect(await findingsOfMember('name', member)).toEqual([`contract/describes-members ${MESSAGE}/payload/properties/name`]);
  });

  test('lets a decision around a member say where it comes from', async () => {
    const findings = await afterBreakingMessage((message) => {
      message.payload = { type: 'object', 'x-chosen': 'D-01', properties: { name: { $ref: '#/payload', description: 'A name.' } } };
    });
    expect(findings.map(ruleOf)).not.toContain('contract/describes-members');
  });
});

describe('dates-deprecations', () => {
  const year = { since: '2026-12-01', sunset: '2027-12-01', instead: 'Use replaceThing.' };

  test('lets an operation, a parameter, a header and a schema be deprecated for a year', async () => {
    const inApi = await afterBreakingApi((path) => {
      Object.assign(path.delete, deprecated(year));
      Object.assign(path.put.parameters[0] ?? {}, deprecated(year));
      Object.assign(path.put.requestBody.content['application/json'].schema.properties.name, deprecated(year));
      path.delete.responses[204] = { description: 'Gone.', headers: { Size: { schema: { type: 'string' }, ...deprecated(year) } } };
    });
    const inPayload = await afterBreakingMessage((message) => Object.assign(message.payload, deprecated(year)));
    expect([...inApi, ...inPayload]).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['does not say until when', { deprecated: true }],
    ['says until when and is not deprecated', { 'x-deprecation': year }],
    ['has less than a year', deprecated({ ...year, sunset: '2027-11-30' })],
    ['says no day that there is', deprecated({ ...year, since: '2026-13-01' })],
    ['says no sunset', deprecated({ since: year.since, instead: year.instead })],
    ['says nothing to use instead', deprecated({ ...year, instead: '' })],
  ])('refuses an operation, a parameter, a header, a schema and a payload that %s', async (_, members) => {
    const places: readonly ((path: OpenApi) => unknown)[] = [
      (path) => Object.assign(path.delete, members),
      ({ put }) => Object.assign(put.parameters[0] ?? {}, members),
      (path) => Object.assign(path.delete.responses[204] ?? {}, { headers: { Size: { schema: { type: 'string' }, ...members } } }),
      ({ put }) => Object.assign(put.requestBody.content['application/json'].schema.properties.name, members),
    ];
    for (const place of places) {
      expect(new Set((await afterBreakingApi(place)).map(ruleOf))).toEqual(new Set(['contract/dates-deprecations']));
    }
    const inPayload = await afterBreakingMessage((message) => Object.assign(message.payload, members));
    expect(new Set(inPayload.map(ruleOf))).toEqual(new Set(['contract/dates-deprecations']));
  });
});

function deprecated(mark: Record<string, string>): Record<string, unknown> {
  return { deprecated: true, 'x-deprecation': mark };
}

function ruleOf(finding: string): string {
  return finding.split(' ')[0] ?? '';
}
