/** Reads the prefix that IAVL hashes in each node: three signed varints. */
export function readIavlPrefix(prefix: Uint8Array): { height: number; size: number; version: number; rest: number } {
  let at = 0;
  const signedVarint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = prefix[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  };
  return { height: signedVarint(), size: signedVarint(), version: signedVarint(), rest: prefix.length - at };
}
