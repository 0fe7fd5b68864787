import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { singleHeader } from './single-header.ts';

const JSON_MEDIA_TYPE = /^application\/json\s*(?:;\s*(?:charset\s*=\s*(?:utf-8|"utf-8")\s*(?:;\s*)?)?)?$/i;

/** A body must be plain JSON in UTF-8 (415). Whether a body is required is checked later, by the schema. */
export function requireJsonMediaType(request: FastifyRequest): void {
  const mediaType = singleHeader(request, 'content-type');
  const { 'content-encoding': coding, 'content-length': length, 'transfer-encoding': transfer } = request.headers;
  if (mediaType === undefined && transfer === undefined && (length === undefined || length === '0')) return;
  if (mediaType === undefined || !JSON_MEDIA_TYPE.test(mediaType) || (coding !== undefined && coding.toLowerCase() !== 'identity')) {
    throw new Problem('unsupported-media-type', {
      detail: 'Send the body as Content-Type: application/json, in UTF-8, without Content-Encoding.',
    });
  }
}
