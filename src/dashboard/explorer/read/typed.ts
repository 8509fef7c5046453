/** Reads what a reader types: what to search for, an account, an amount of coins, a time, a call of a method. */
import { decodeBech32 } from '../../../codec/bech32.js';
import { to0x } from '../../../kernel/hex.js';
import type { Call } from '../../shell/call.js';

/** Meanings of a text. A hash can be that of a block or of a transaction of either kind. */
export type Query =
  | { readonly type: 'height'; readonly height: string }
  | { readonly type: 'hash'; readonly hash: string }
  | { readonly type: 'address'; readonly address: string }
  | { readonly type: 'name'; readonly name: string };

/** Reads a text that was typed into the search box; undefined for an empty one. */
export function readQuery(typed: string): Query | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text.replaceAll(',', ''))) return { type: 'height', height: text.replaceAll(',', '') };
  const [, hash] = /^(?:0x)?([0-9a-f]{64})$/i.exec(text) ?? [];
  if (hash !== undefined) return { type: 'hash', hash: `0x${hash.toLowerCase()}` };
  const address = readAccount(text)?.toLowerCase();
  return address === undefined ? { type: 'name', name: text } : { type: 'address', address };
}

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

/** Returns Unix seconds; undefined for text that is no time. A time without a zone is in UTC. */
export function readTime(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d{1,12}$/.test(trimmed)) return Number(trimmed);
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(trimmed)) return undefined;
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(trimmed) || !trimmed.includes('T') ? trimmed : `${trimmed}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}

/** Text of JSON, or a word. */
const PART = /"(?:[^"\\]|\\.)*"|\S+/g;

/** Returns the call. Throws an Error that says what was expected. */
export function readCall(line: string): Call {
  const [, method = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(line.trim()) ?? [];
  if (method === '')
    throw new Error(`"${line}" is not a call: expected a method and its parameters, such as eth_blockNumber`);
  return { method, params: rest === '' ? [] : paramsOf(rest.trim()) };
}

function paramsOf(text: string): readonly unknown[] {
  const whole = /^[[{]/.test(text) ? parsed(text) : undefined;
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  const params: unknown[] = [];
  let open = '';
  for (const part of text.match(PART) ?? []) {
    const joined = open === '' ? part : `${open} ${part}`;
    const value = /^["[{\d]|^(?:true|false|null)$/.test(joined) ? parsed(joined) : undefined;
    const isOpen = value === undefined && /^[[{]/.test(joined);
    open = isOpen ? joined : '';
    if (!isOpen) params.push(value === undefined ? joined : value);
  }
  if (open !== '') throw new Error(`${open} is not JSON: a bracket, quote or comma is missing`);
  return params;
}

/** Returns the value of JSON; undefined for another text, such as 0x5. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
