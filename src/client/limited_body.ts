/** Reads the body of a response up to a limit. */

/** Reads the whole body as text, or returns undefined as soon as it is longer than `maxBytes`. */
export async function limitedText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  return (await limitedBytes(body, maxBytes))?.toString('utf8');
}

/** Reads the whole body, or returns undefined as soon as it is longer than `maxBytes`. */
export async function limitedBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop cancels the body, which closes the connection.
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
