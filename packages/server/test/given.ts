import type { FastifyRequest } from 'fastify';
import type { CallInput, ContractHandlers, MemoryPortsInput, Ports } from '../src/index.ts';
import type { Outbox } from '../src/webhooks.ts';

export { fastify as Fastify } from 'fastify';

// What the examples in the comments of this package take for given. They are compiled with it.
export interface State {
  readonly articoli: { id: number; descrizione: string; concurrencyToken: number }[];
}
export declare const mine: ContractHandlers<State>;
export declare const getArticolo: ContractHandlers<State>['getArticolo'];
export declare const ports: Ports<State>;
export declare const input: CallInput<State>;
export declare const request: FastifyRequest;
export declare const state: Outbox;
export declare const apiKeys: MemoryPortsInput<Outbox>['apiKeys'];
export declare const companies: MemoryPortsInput<Outbox>['companies'];
export declare const users: MemoryPortsInput<Outbox>['users'];
export declare const transaction: Outbox;
export declare const articolo: object;
export declare const params: { readonly companyId: number };
export declare const applicationId: string | undefined;
