import type { RequestListener, Server } from 'node:http';
import type { Express } from 'express';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Evento, Receiver, UnknownEvento } from '../src/index.ts';

export { test } from 'node:test';
export { Pool } from 'pg';
export { createClient } from 'redis';

// What the examples in the comments of this package take for given. They are compiled with it.
export declare const app: Express & FastifyInstance;
export declare const createServer: (listener: RequestListener) => Server;
export declare const database: Kysely<{ inbox: { guid: string } }>;
/** As much of Hono as the example has. */
export declare const hono: { post(path: string, handler: (context: { req: { raw: Request } }) => Promise<Response>): void };
export declare const receiver: Receiver;
export declare const evento: Evento | UnknownEvento;
export declare const request: Request;
export declare const inbox: { put(guid: string, evento: unknown): Promise<void> };
export declare const body: Uint8Array;
export declare const header: string;
export declare const secret: string;
export declare const newSecret: string;
export declare const oldSecret: string;
export declare const onEvent: () => void;
export declare const handle: (request: Request) => Promise<Response>;
