/**
 * Encodes an Ethereum header from its JSON form (execution-apis `Block`), as state files of other tools have it. Unlike
 * `header.ts`, it takes every member as it is, and those of all forks.
 */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { tryFromHex } from '../../kernel/hex.js';
import { encodeRlp, type RlpItem } from './rlp.js';

/** Header in JSON. */
export type HeaderJson = Readonly<Record<string, unknown>>;

/** Bytes of a member, or `quantity` for one without leading zeros. */
type Form = number | 'quantity' | 'data';

/** Members in the order of the encoding (go-ethereum `types.Header`). */
const REQUIRED: readonly (readonly [name: string, form: Form])[] = [
  ['parentHash', 32],
  ['sha3Uncles', 32],
  ['miner', 20],
  ['stateRoot', 32],
  ['transactionsRoot', 32],
  ['receiptsRoot', 32],
  ['logsBloom', 256],
  ['difficulty', 'quantity'],
  ['number', 'quantity'],
  ['gasLimit', 'quantity'],
  ['gasUsed', 'quantity'],
  ['timestamp', 'quantity'],
  ['extraData', 'data'],
  ['mixHash', 32],
  ['nonce', 8],
];

/** Members that forks added (EIPs 1559, 4895, 4844, 4788, 7685, 7928, 7843). Each needs those before it. */
const OPTIONAL: typeof REQUIRED = [
  ['baseFeePerGas', 'quantity'],
  ['withdrawalsRoot', 32],
  ['blobGasUsed', 'quantity'],
  ['excessBlobGas', 'quantity'],
  ['parentBeaconBlockRoot', 32],
  ['requestsHash', 32],
  ['blockAccessListHash', 32],
  ['slotNumber', 'quantity'],
];

/** Member that is missing or invalid. */
export interface HeaderProblem {
  readonly name: string;
  readonly expected: string;
}

const expectedOf = (form: Form): string => {
  if (form === 'quantity') return 'a quantity in 0x hex';
  return form === 'data' ? 'bytes in 0x hex' : `${form} bytes in 0x hex`;
};

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** Returns the first member that cannot be encoded, or undefined. */
export function headerProblem(header: HeaderJson): HeaderProblem | undefined {
  const invalid = [...REQUIRED, ...OPTIONAL.filter(([name]) => isPresent(header[name]))].find(
    ([name, form]) => memberBytes(header[name], form) === undefined,
  );
  return invalid && { name: invalid[0], expected: expectedOf(invalid[1]) };
}

/** Returns the header as a block contains it. An invalid member is empty. */
export function headerJsonItem(header: HeaderJson): RlpItem {
  const last = OPTIONAL.findLastIndex(([name]) => isPresent(header[name]));
  return [...REQUIRED, ...OPTIONAL.slice(0, last + 1)].map(
    ([name, form]) => memberBytes(header[name], form) ?? EMPTY_BYTES,
  );
}

export const encodeHeaderJson = (header: HeaderJson): Bytes => encodeRlp(headerJsonItem(header));

function memberBytes(value: unknown, form: Form): Bytes | undefined {
  if (typeof value !== 'string' || !value.startsWith('0x')) return undefined;
  const digits = form === 'quantity' ? value.slice(2).replace(/^0+/, '') : value.slice(2);
  const bytes = tryFromHex(digits.length % 2 === 1 && form === 'quantity' ? `0${digits}` : digits);
  if (bytes === undefined) return undefined;
  if (form === 'quantity') return bytes.length <= 32 ? bytes : undefined;
  return form === 'data' || bytes.length === form ? bytes : undefined;
}
