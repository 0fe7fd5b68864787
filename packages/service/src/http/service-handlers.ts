import type { Context, ContractHandlers, Handlers } from '@business-cloud/server';
import type { Session } from '../usecases/session.ts';

/** The handlers of this service. */
export type ServiceHandlers = Handlers<ServiceContext>;

/** What they get in addition to the request. */
export type ServiceContext = Context<Session>;

/** All of them, as the server package asks for them. */
export type AllHandlers = ContractHandlers<Session>;
