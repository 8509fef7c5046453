/** Reads the block of another chain after which a fork begins, as a node describes it. */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import { LATEST_BLOCK_TIME } from '../../settings/bounds.js';

/** Block of the other chain after which the fork begins. */
export interface ForkPoint {
  /** EIP-155 chain id of the other chain. */
  readonly chainId: bigint;
  readonly number: bigint;
  readonly hash: Bytes;
  readonly parentHash: Bytes;
  readonly miner: Bytes;
  /** Time of the block in Unix seconds. */
  readonly timestamp: bigint;
  /** `undefined` before EIP-1559. */
  readonly baseFeePerGas: bigint | undefined;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** `prevrandao` since the Merge; zeros for a chain whose blocks have none. */
  readonly mixHash: Bytes;
  /** `undefined` before EIP-4844. */
  readonly excessBlobGas: bigint | undefined;
  readonly blobGasUsed: bigint | undefined;
}

/** Object of JSON whose members may have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

const NO_ADDRESS = `0x${'0'.repeat(40)}`;
const NO_HASH = `0x${'0'.repeat(64)}`;
const UINT64_LIMIT = 2n ** 64n;

/** Reads a quantity, with or without leading zeros. Returns undefined for anything else. */
export const tryQuantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined;

export const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value);

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value);

export const quantityText = (value: bigint): string => `0x${value.toString(16)}`;

/** Returns the point of a block. Throws HalleyError `remote-error` for a value that is not a block. */
export function pointOf(chainId: bigint, block: JsonObject, label: string): ForkPoint {
  const required = (name: string): bigint => tryQuantity(block[name]) ?? malformed(label, name);
  const { hash, parentHash, mixHash, miner } = block;
  return {
    chainId,
    number: required('number'),
    hash: isHash(hash) ? fromHex(hash) : malformed(label, 'hash'),
    parentHash: isHash(parentHash) ? fromHex(parentHash) : malformed(label, 'parentHash'),
    miner: fromHex(isAddress(miner) ? miner : NO_ADDRESS),
    timestamp: timeOf(required('timestamp'), label),
    baseFeePerGas: tryQuantity(block['baseFeePerGas']),
    gasLimit: required('gasLimit'),
    gasUsed: gasOf(required('gasUsed'), label),
    mixHash: fromHex(isHash(mixHash) ? mixHash : NO_HASH),
    excessBlobGas: tryQuantity(block['excessBlobGas']),
    blobGasUsed: tryQuantity(block['blobGasUsed']),
  };
}

/** Returns a time, checked so that the fork can have a later block. */
function timeOf(seconds: bigint, label: string): bigint {
  if (seconds < LATEST_BLOCK_TIME - 1n) return seconds;
  throw new HalleyError(
    'remote-error',
    `${label} answered with a block whose timestamp is ${seconds}, expected Unix seconds below ${LATEST_BLOCK_TIME - 1n}`,
    { name: 'timestamp' },
  );
}

/** Returns the gas that a block used. */
function gasOf(gas: bigint, label: string): bigint {
  if (gas < UINT64_LIMIT) return gas;
  throw new HalleyError(
    'remote-error',
    `${label} answered with a block whose gasUsed is ${gas}, expected a number below 2^64`,
    { name: 'gasUsed' },
  );
}

function malformed(label: string, name: string): never {
  throw new HalleyError('remote-error', `${label} answered with a block whose ${name} is missing or malformed`, {
    name,
  });
}

/** Returns the point as members of a block, which `pointOf` reads. */
export function pointJson({ chainId: _, ...members }: ForkPoint): JsonObject {
  const texts = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'bigint' ? quantityText(value) : to0x(value)]],
  );
  return Object.fromEntries(texts) as JsonObject;
}
