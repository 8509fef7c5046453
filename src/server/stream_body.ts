/**
 * Writes a streamed body as fast as its client reads. It requests the next part when the network has taken the last
 * one, so the producer of the parts waits for the reader too.
 */
import type { Writable } from 'node:stream';
import type { TextParts } from '../kernel/text_stream.js';

/**
 * Writes all parts. Resolves to false when the client has disconnected or the parts failed, after which the connection
 * is destroyed. Never rejects.
 */
export async function writeParts(
  parts: TextParts,
  to: Writable,
  encode: (part: string) => string | Buffer,
): Promise<boolean> {
  const stop = (): void => void parts.return();
  to.once('close', stop);
  try {
    for (;;) {
      const part = await parts.next();
      if (to.destroyed) return false;
      if (part.done === true) return true;
      if (!to.write(encode(part.value), 'latin1')) await taken(to);
    }
  } catch {
    // An incomplete response must not look like a complete one.
    to.destroy();
    return false;
  } finally {
    to.off('close', stop);
    stop();
  }
}

/** Waits until the network has taken the unsent data, or the connection has ended. */
function taken(by: Writable): Promise<void> {
  if (by.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      by.off('drain', settle).off('close', settle);
      resolve();
    };
    by.on('drain', settle).on('close', settle);
  });
}

/** Encodes a part as a chunk of HTTP/1.1 (RFC 9112, 7.1). */
export function chunkOf(part: string): string | Buffer {
  const length = Buffer.byteLength(part);
  const text = `${length.toString(16)}\r\n${part}\r\n`;
  return length === part.length ? text : Buffer.from(text);
}

export const LAST_CHUNK = '0\r\n\r\n';
