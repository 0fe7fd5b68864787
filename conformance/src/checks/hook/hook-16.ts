import { type Check, check } from '../../model/check.ts';
import { identifier, type Json, type JsonObject } from '../../model/json.ts';
import { judgeRefusedChanges } from '../../scenarios/webhooks/refused-changes.ts';

/** Values that are not event types by the contract. */
const wrongTypes: readonly Json[] = [
  null,
  ...['', 'Anagrafica', 'Anagrafica.', '.Create', 'Anagrafica Create', 'Anagrafica.Explode', 'Anagrafica.create'],
  ...['Anagrafica.Create.Now', 'Anagrafica.Rename'],
];
/** The company of no user. */
const NO_COMPANY = 1_000_000_008;

/** HOOK-16: an event type other than {Object}.{EventType} with a known EventType, empty Events, an unknown AziendaId: 400, nothing created. */
export const hook16: Check = check('HOOK-16', { isolation: 'shared', weight: 1 }, async (context) => {
  const { foreignCompany } = context.target;
  // A company of another user is as unknown to this one as a company that does not exist.
  const companies = [NO_COMPANY, ...(foreignCompany === undefined ? [] : [identifier(foreignCompany.id)])];
  const alone = [
    ...companies.map((AziendaId): JsonObject => ({ AziendaId })),
    ...[[], ...wrongTypes.map((type) => [type])].map((Events): JsonObject => ({ Events })),
  ];
  // A service may check only the first type.
  const behind = wrongTypes.map((type): JsonObject => ({ Events: ['Anagrafica.Create', type] }));
  const wrong = [...context.some(alone), ...context.some(behind, context.upTo(4))];
  await judgeRefusedChanges(
    context,
    wrong.map((members) => () => members),
    400,
  );
});
