import { createReceiver, type Receiver } from '@business-cloud/events';
import { createRedisDedupe } from '@business-cloud/events/dedupe-redis';
import { createClient } from 'redis';

export async function redisReceiver(
  secret: string,
  url: string,
  onEvent: () => void,
): Promise<{ readonly receiver: Receiver; close(): Promise<void> }> {
  const redis = await createClient({ url }).connect();
  const receiver = createReceiver({ secret, dedupe: createRedisDedupe(redis), onEvent });
  return { receiver, close: () => redis.close() };
}
