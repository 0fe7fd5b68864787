import { createReceiver } from '@business-cloud/events';
import { expressReceiver } from '@business-cloud/events/express';
import express, { type Express } from 'express';

export function expressApp(secret: string, onEvent: () => void): Express {
  const app = express();
  app.post('/webhook', expressReceiver(createReceiver({ secret, onEvent }))); // before express.json()
  app.use(express.json());
  return app;
}
