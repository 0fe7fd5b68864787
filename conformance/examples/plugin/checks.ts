import type { OwnCheck } from '@business-cloud/conformance';

/** Contacts are answered as JSON, with the name that they were created with. */
const contactsAreAnswered: OwnCheck = {
  id: 'OWN-01',
  statement: 'a contact that was created is answered as JSON, with its name',
  clause: 'our style guide, 4.2',
  run: async (context) => {
    const api = await context.api();
    const [company] = context.target.companies;
    // A unique name. The suite removes everything with such a name at the end of the run.
    const nome = context.fresh();
    const body = { ...context.target.surface.bodies.anagrafica, nome };
    const answer = await context.sendJudged(api.call('createAnagrafica', { company, body }), '2xx');
    const type = answer.rawHeaders.find((_value, index, all) => all[index - 1]?.toLowerCase() === 'content-type');
    context.judge(type?.startsWith('application/json') === true && answer.body.includes(nome), {
      message: 'The creation of a contact must answer it as JSON.',
      expected: `application/json, with ${nome}`,
      actual: `${type}: ${answer.body.slice(0, 200)}`,
    });
  },
};

const checks: readonly OwnCheck[] = [contactsAreAnswered];

export default checks;
