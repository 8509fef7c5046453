/**
 * Encodes the acknowledgements that receivers of packets write (ibc-go 04-channel `Acknowledgement`), as protobuf's
 * JSON: `{"result":"AQ=="}` or `{"error":"…"}`.
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { fromUtf8, tryFromUtf8, utf8 } from '../../kernel/text.js';
import { toBase64, tryFromBase64 } from '../base64.js';
import { CodecError } from '../codec_error.js';
import { goJson, tryJsonObject } from '../go_json.js';

export type AcknowledgementResponse =
  | { readonly type: 'result'; readonly result: Bytes }
  | { readonly type: 'error'; readonly error: string };

export const encodeAcknowledgement = (response: AcknowledgementResponse): Bytes =>
  utf8(goJson(response.type === 'result' ? { result: toBase64(response.result) } : { error: response.error }));

/** Decodes an acknowledgement. Throws CodecError for other bytes, and for another encoding of the same value. */
export function decodeAcknowledgement(bytes: Bytes): AcknowledgementResponse {
  const text = tryFromUtf8(bytes);
  const response = text === undefined ? undefined : responseOf(tryJsonObject(text));
  if (response === undefined) throw new CodecError('it is not a JSON object with either a result or an error');
  if (!equalBytes(encodeAcknowledgement(response), bytes)) throw new CodecError('it is not in its canonical encoding');
  return response;
}

function responseOf(object: Readonly<Record<string, unknown>> | undefined): AcknowledgementResponse | undefined {
  if (object === undefined || Object.keys(object).length !== 1) return undefined;
  const { result, error } = object;
  if (typeof error === 'string') return { type: 'error', error };
  const decoded = typeof result === 'string' ? tryFromBase64(result) : undefined;
  return decoded && { type: 'result', result: decoded };
}

/**
 * Returns the error that the other chain receives. It contains only the error code, because error texts may differ
 * between versions of a chain.
 */
export const errorText = (code: number): string => `ABCI code: ${code}: error handling packet: see events for details`;

/** Formats the message in protobuf's text format, as Go's `Acknowledgement.String` does: `result:"\\001" `. */
export function acknowledgementText(response: AcknowledgementResponse): string {
  if (response.type === 'error') return `error:${quoted(utf8(response.error))} `;
  return `result:${quoted(response.result)} `;
}

const ESCAPES = new Map([
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
]);

/** Quotes bytes. Those that are not printable ASCII are escaped in octal. */
const quoted = (bytes: Bytes): string => `"${Array.from(bytes, quotedByte).join('')}"`;

function quotedByte(byte: number): string {
  const isPrintable = byte >= 0x20 && byte < 0x7f;
  return ESCAPES.get(byte) ?? (isPrintable ? fromUtf8(Uint8Array.of(byte)) : `\\${byte.toString(8).padStart(3, '0')}`);
}
