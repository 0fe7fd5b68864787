export {
  createDeliveries,
  type Deliveries,
  type DeliveriesOptions,
  type DeliveryAttempt,
  type Outbox,
  type StoredWebhook,
} from './webhooks/deliveries.ts';
export { type EventoSource, type NewEvento, newEvento } from './webhooks/evento.ts';
export { retryDelay } from './webhooks/retry-delay.ts';
export { type AttemptResult, createSender, type Message, type Sender, type SenderInput } from './webhooks/sender.ts';
export { createTrustedAgent, type Egress, type TrustedAgent } from './webhooks/trusted-agent.ts';
