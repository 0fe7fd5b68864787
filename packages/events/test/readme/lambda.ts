import { createReceiver } from '@business-cloud/events';
import { fetchReceiver } from '@business-cloud/events/fetch';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** `export const handler = lambda(secret, onEvent)`, behind a function URL or an HTTP API. */
export function lambda(
  secret: string,
  onEvent: () => Promise<void>,
): (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2> {
  const handle = fetchReceiver(createReceiver({ secret, onEvent }));
  return async ({ headers, body = '', isBase64Encoded, requestContext }) => {
    const { domainName, http } = requestContext;
    const request = new Request(`https://${domainName}${http.path}`, {
      method: http.method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, value ?? '']),
      body: http.method === 'GET' ? null : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    });
    const response = await handle(request, { remoteAddress: http.sourceIp });
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
}
