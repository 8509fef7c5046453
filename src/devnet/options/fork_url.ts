/** Separates the block from the URL of a fork, as Anvil does: `http://127.0.0.1:8545@19000000`. */

export interface ForkUrl {
  readonly url: string;
  /** `undefined` without a block, and for `@latest`. */
  readonly blockNumber: bigint | undefined;
}

/** Reads a URL. A text after the last `@` is a block if it is a number or `latest`; otherwise it belongs to the URL. */
export function readForkUrl(text: string): ForkUrl {
  const match = /^(.+)@(\d+|latest)$/.exec(text.trim());
  if (match === null) return { url: text.trim(), blockNumber: undefined };
  const [, url = '', block = ''] = match;
  return { url, blockNumber: block === 'latest' ? undefined : BigInt(block) };
}
