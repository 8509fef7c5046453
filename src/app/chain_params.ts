/**
 * What InitChain fixes for the life of the chain and every transaction needs: ids, denom, prefix, gas limits. Kept under
 * one key of the `vm` store, so that a restarted node knows it without its genesis document.
 */
import { ProtoReader, ProtoWriter } from '../codec/protobuf.js';
import type { Bytes } from '../kernel/bytes.js';
import { invariant } from '../kernel/errors.js';
import { utf8 } from '../kernel/text.js';
import type { StateReader, WorkingState } from './state/types.js';

export interface ChainParams {
  readonly chainId: string;
  readonly evmChainId: bigint;
  /** The coin of 18 decimals that pays for gas and is an EVM account's balance. */
  readonly baseDenom: string;
  readonly bech32Prefix: string;
  readonly initialHeight: bigint;
  /** Consensus parameter `block.max_gas`; -1 is no limit. */
  readonly blockMaxGas: bigint;
  /** EIP-7825's limit of a single transaction's gas; 0 is none. */
  readonly txMaxGas: bigint;
}

const KEY = utf8('params');
const NO_LIMIT = (1n << 64n) - 1n;

/** The gas that a block may use, and that the GASLIMIT opcode shows. */
export const blockGasLimit = ({ blockMaxGas }: ChainParams): bigint => (blockMaxGas < 0n ? NO_LIMIT : blockMaxGas);

export function writeChainParams(state: WorkingState, params: ChainParams): void {
  const value = new ProtoWriter()
    .string(1, params.chainId)
    .uint(2, params.evmChainId)
    .string(3, params.baseDenom)
    .string(4, params.bech32Prefix)
    .int(5, params.initialHeight)
    .int(6, params.blockMaxGas)
    .uint(7, params.txMaxGas)
    .finish();
  state.set('vm', KEY, value);
}

/** Decoded values by the identity of their bytes: the store hands out the same array until a write. */
const decoded = new WeakMap<Bytes, ChainParams>();

export function readChainParams(state: StateReader): ChainParams {
  const value = state.get('vm', KEY);
  invariant(value !== undefined, 'the chain is used before InitChain: its parameters are missing');
  const known = decoded.get(value);
  if (known !== undefined) return known;
  const params = decode(value);
  decoded.set(value, params);
  return params;
}

function decode(value: Bytes): ChainParams {
  const texts = { chainId: '', baseDenom: '', bech32Prefix: '' };
  const numbers = { evmChainId: 0n, initialHeight: 0n, blockMaxGas: 0n, txMaxGas: 0n };
  for (const reader = new ProtoReader(value); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) texts.chainId = reader.string();
    else if (field === 2) numbers.evmChainId = reader.uint();
    else if (field === 3) texts.baseDenom = reader.string();
    else if (field === 4) texts.bech32Prefix = reader.string();
    else if (field === 5) numbers.initialHeight = reader.int();
    else if (field === 6) numbers.blockMaxGas = reader.int();
    else if (field === 7) numbers.txMaxGas = reader.uint();
    else throw reader.unknown('ChainParams');
  }
  return { ...texts, ...numbers };
}
