/** Answers with an error of a server or of a proxy before it. */
import { oneOf, optional } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

/** What proxies and servers write: a page of HTML for 502, text for the others. */
const BODIES: Readonly<Record<string, { readonly type: string; readonly body: string; readonly message: string }>> = {
  500: { type: 'text/plain; charset=utf-8', body: 'Internal Server Error\n', message: 'internal server error' },
  502: {
    type: 'text/html',
    body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n',
    message: 'bad gateway',
  },
  503: { type: 'text/plain; charset=utf-8', body: 'Service Unavailable\n', message: 'service unavailable' },
  504: {
    type: 'text/html',
    body: '<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n<body>\r\n<center><h1>504 Gateway Time-out</h1></center>\r\n</body>\r\n</html>\r\n',
    message: 'gateway timeout',
  },
};

export interface ServerError extends OnRequests {
  readonly type: 'server-error';
  readonly status?: string;
}

export const fault = defineRpcFault<ServerError>({
  type: 'server-error',
  summary: 'Answers with a status of a broken server; over a WebSocket, with the JSON-RPC error -32603.',
  parameters: { status: optional(oneOf('Selects the status; without it, 500.', Object.keys(BODIES))) },
  message(fault, exchange) {
    const status = fault.status ?? '500';
    const { type, body, message } = BODIES[status] as (typeof BODIES)[string];
    return exchange.refuse({ status: Number(status), headers: { 'content-type': type }, body, code: -32603, message });
  },
});
