import Fastify from 'fastify';

/** Run as a process: a Fastify route that answers the bytes it was given, and nothing else. */
const [, , body = ''] = process.argv;
const app = Fastify();
app.get('/api/:version/:companyId/articolo/:articoloId', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('disconnect', () => void app.close());
