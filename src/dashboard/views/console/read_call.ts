/** Reads a call of a method that a reader types: `eth_getBalance 0x… latest`, or with parameters in JSON. */
import type { Call } from '../../shell/call.js';

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
