/** Names what a transaction or a call does, in a word for tables and titles. */
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { indexAbi, SELECTOR_CHARS } from './abi_index.js';
import { decodeCall } from './decode.js';
import { anyAbi } from './registry.js';

/** Returns the name of the called function, `transfer` without one, or the selector of an unknown one. */
export const functionName = (input: string, known?: string): string =>
  known ?? (input.length < SELECTOR_CHARS ? 'transfer' : input.slice(0, SELECTOR_CHARS));

interface Call {
  readonly to: string | null;
  readonly input: string;
}

/** Returns what a transaction does, by the known ABIs. */
export const callName = ({ to, input }: Call): string =>
  to === null ? 'creates a contract' : functionName(input, decodeCall(input, anyAbi.value)?.name);

/** Most characters of a title, and of an argument in it. */
const TITLE_CHARS = 80;
const ARGUMENT_CHARS = 20;

const argumentText = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return '…';
  const text = String(value);
  return text.length > ARGUMENT_CHARS ? `${text.slice(0, ARGUMENT_CHARS / 2)}…` : text;
};

/** Returns what a transaction does with its arguments: `Token.transfer(0x7099…, 25)`. `target` is what it calls or creates. */
export function txTitle({ to, input }: Call, artifacts: ReadonlyMap<string, ArtifactFile>, target?: string): string {
  const artifact = artifacts.get((target ?? '').toLowerCase());
  const contract = artifact?.contract.slice(0, TITLE_CHARS);
  if (to === null) return `New ${contract ?? 'contract'}`;
  if (input === '0x') return contract === undefined ? 'Transfer' : `Transfer to ${contract}`;
  const decoded = decodeCall(input, ...(artifact === undefined ? [] : [indexAbi(artifact)]), anyAbi.value);
  const name = functionName(input, decoded?.name);
  const args = decoded?.args.map(({ value }) => argumentText(value)).join(', ');
  const call = args === undefined ? name : `${name}(${args})`;
  return (contract === undefined ? call : `${contract}.${call}`).slice(0, 2 * TITLE_CHARS);
}
