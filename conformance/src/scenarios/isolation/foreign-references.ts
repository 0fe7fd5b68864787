import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { boundOperations } from '../operations/operation-case.ts';
import { withReference } from '../operations/references.ts';
import { namedStranger } from './foreign-objects.ts';

/** No target has an object with this id. */
const ABSENT = '1999999973';

/**
 * Judges that a body of one company cannot refer to an object of another. A target that refuses references to nothing must refuse this too,
 * since the database of the company has nothing under the identifier.
 */
export async function judgeForeignReferences(context: CheckContext, home: Company, away: Company): Promise<void> {
  const writing = boundOperations(context, away).filter(({ effect }) => effect.kind === 'create' || effect.kind === 'update');
  const references = writing
    .flatMap((one) => resources[one.effect.resource].references.map((reference) => ({ one, ...reference })))
    .filter(({ resource }) => resources[resource].company && canCreate(context, resource));
  for (const { one, path, resource } of context.some(references)) {
    const member = path.join('.');
    await context.part(`${one.operation} with ${member} of company ${home.id}`, async () => {
      const stranger = await namedStranger(context, { name: resource, home, away });
      const { call } = await one.prepare();
      const absent = withReference(call, path, identifier(ABSENT));
      const foreign = stranger && withReference(call, path, identifier(stranger.id));
      if (absent === undefined || foreign === undefined || isSuccess(await context.send(absent))) return;
      const answer = await context.sendJudged(foreign, 'a refusal');
      // The control: the same call with an object of the company. An accepted change has used up the token, so it is built again.
      const own = await createObject(context, resource, away);
      const control = withReference(isSuccess(answer) ? (await one.prepare()).call : call, path, identifier(own.id));
      if (control === undefined || !isSuccess(await context.send(control))) return;
      context.judge(!isSuccess(answer), {
        message: `${one.operation} of company ${away.id} must not accept an object of company ${home.id} as ${member}.`,
        expected: 'a refusal, as for an object that does not exist',
        actual: String(answer.status),
      });
    });
  }
}
