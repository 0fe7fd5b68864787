import { createReceiver } from '@business-cloud/events';
import { expressReceiver } from '@business-cloud/events/express';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

export async function nestApp(module: Type, secret: string, onEvent: () => void): Promise<INestApplication> {
  const app = await NestFactory.create(module, { logger: ['error'] });
  app.use('/webhook', expressReceiver(createReceiver({ secret, onEvent }))); // before the parsers
  return app;
}
