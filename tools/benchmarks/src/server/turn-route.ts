import Fastify from 'fastify';
import { createReadTurn } from '../../../../packages/server/src/performance/read-turn.ts';

/** Run as a process: a Fastify route that answers a small object, at once or in turns that the requests share. */
const inTurns = process.argv[2] === 'in turns';
const readTurn = createReadTurn();
const app = Fastify();
app.get('/', async () => {
  if (inTurns) await readTurn();
  return { id: 1, descrizione: 'Martello', concurrencyToken: 1 };
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('disconnect', () => void app.close());
