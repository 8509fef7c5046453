/** Reads an address of an account, as hex or bech32, and an amount of coins, as a reader types them. */
import { decodeBech32 } from '../../../codec/bech32.js';
import { to0x } from '../../../kernel/hex.js';

/** Returns the address as hex; undefined for text that is no address of 20 bytes. */
export function readAccount(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^0x[0-9a-f]{40}$/i.test(trimmed)) return trimmed;
  try {
    const { bytes } = decodeBech32(trimmed);
    return bytes.length === 20 ? to0x(bytes) : undefined;
  } catch {
    return undefined;
  }
}

const DECIMALS = 18;

/** Returns an amount of coins of 18 decimals in the smallest unit; undefined for text that is no amount. */
export function readAmount(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  return BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
}
