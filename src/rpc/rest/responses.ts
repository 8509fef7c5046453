/** Builds responses in JSON. */
import type { ProtocolResponse } from '../protocol_handler.js';

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  }) satisfies ProtocolResponse;

/** Refuses a request. `error` is a sentence for the reader. */
export const refused = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): ProtocolResponse => json(status, { error }, headers);
