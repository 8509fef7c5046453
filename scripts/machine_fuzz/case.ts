/** Defines a complete program of the fuzzer: the pre-state, the message, and the block. As JSON it is a vector. */
import type { AccessListEntry, Authorization } from '../../src/codec/ethereum/tx.js';
import type { BlockContext } from '../../src/evm/block_context.js';
import { HARDFORKS, type Hardfork } from '../../src/evm/hardfork.js';
import { type GasShape, type IntrinsicGas, intrinsicGas } from '../../src/evm/intrinsic_gas.js';
import { type Bytes, bigintToBytes } from '../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../src/kernel/hex.js';

export interface FuzzAccount {
  readonly address: Bytes;
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Bytes;
  readonly storage: readonly (readonly [slot: bigint, value: bigint])[];
}

export interface FuzzMessage extends GasShape {
  readonly value: bigint;
  readonly gasLimit: bigint;
}

export interface FuzzCase {
  readonly fork: Hardfork;
  /** Includes the sender only where it has code. */
  readonly accounts: readonly FuzzAccount[];
  readonly message: FuzzMessage;
  readonly block: BlockContext;
}

export const SENDER = fromHex('a11ce00000000000000000000000000000000001');
/** Wei; more than the cost of any gas limit. */
export const SENDERS_BALANCE = 10n ** 24n;
export const SENDERS_NONCE = 5n;

/** Matches `evm statetest`: the chain id is 1, and there are no blobs. */
export const BLOCK: BlockContext = {
  evmChainId: 1n,
  number: 300n,
  timestamp: 1_700_000_000n,
  coinbase: fromHex('c01ba5e000000000000000000000000000000002'),
  prevRandao: fromHex('5eed'.padStart(64, '0')),
  gasLimit: 2n ** 50n,
  baseFeePerGas: 7n,
};
/** Makes the whole fee burn, without a tip. */
export const GAS_PRICE = BLOCK.baseFeePerGas;
/** Limit of EIP-7825, from Osaka on. The machine does not check it. */
export const MAX_TRANSACTION_GAS = 2n ** 24n;

/** Returns the gas that the message costs before it runs. */
export const owedGas = ({ fork, message }: FuzzCase): IntrinsicGas => intrinsicGas(message, fork);

const text = (value: bigint): string => `0x${value.toString(16)}`;

interface JsonAccount {
  readonly nonce: string;
  readonly balance: string;
  readonly code: string;
  readonly storage: Readonly<Record<string, string>>;
}

/** Defines the content of a vector file. */
export interface JsonCase {
  readonly fork: string;
  readonly pre: Readonly<Record<string, JsonAccount>>;
  readonly message: Readonly<Record<'value' | 'input' | 'gasLimit', string>> & {
    readonly to?: string;
    readonly accessList?: readonly { readonly address: string; readonly storageKeys: readonly string[] }[];
    readonly authorizationList?: readonly Readonly<Record<keyof Authorization, string>>[];
  };
  readonly block: Readonly<Record<keyof BlockContext, string>>;
}

export function caseToJson({ fork, accounts, message, block }: FuzzCase): JsonCase {
  const { to, value, input, gasLimit, accessList, authorizationList } = message;
  return {
    fork,
    pre: Object.fromEntries(accounts.map((account) => [to0x(account.address), accountToJson(account)])),
    message: {
      ...(to && { to: to0x(to) }),
      value: text(value),
      input: to0x(input),
      gasLimit: text(gasLimit),
      ...(accessList && {
        accessList: accessList.map((entry) => ({
          address: to0x(entry.address),
          storageKeys: entry.storageKeys.map(to0x),
        })),
      }),
      ...(authorizationList && {
        authorizationList: authorizationList.map(({ chainId, address, nonce, yParity, r, s }) => ({
          chainId: text(chainId),
          address: to0x(address),
          nonce: text(nonce),
          yParity: String(yParity),
          r: text(r),
          s: text(s),
        })),
      }),
    },
    block: {
      evmChainId: text(block.evmChainId),
      number: text(block.number),
      timestamp: text(block.timestamp),
      coinbase: to0x(block.coinbase),
      prevRandao: to0x(block.prevRandao),
      gasLimit: text(block.gasLimit),
      baseFeePerGas: text(block.baseFeePerGas),
    },
  };
}

const accountToJson = ({ nonce, balance, code, storage }: FuzzAccount): JsonAccount => ({
  nonce: text(nonce),
  balance: text(balance),
  code: to0x(code),
  storage: Object.fromEntries(storage.map(([slot, value]) => [to0x(word(slot)), to0x(word(value))])),
});

export const word = (value: bigint): Bytes => bigintToBytes(value, 32);

const bytes = (hex: string): Bytes => fromHex(hex.slice(2));

export function caseFromJson({ fork, pre, message, block }: JsonCase): FuzzCase {
  const known = HARDFORKS.find((name) => name === fork);
  if (known === undefined) throw new Error(`a vector of the fork ${fork}, expected one of ${HARDFORKS.join(', ')}`);
  const { to, accessList, authorizationList } = message;
  return {
    fork: known,
    accounts: Object.entries(pre).map(([address, { nonce, balance, code, storage }]) => ({
      address: bytes(address),
      nonce: BigInt(nonce),
      balance: BigInt(balance),
      code: bytes(code),
      storage: Object.entries(storage).map(([slot, value]) => [BigInt(slot), BigInt(value)] as const),
    })),
    message: {
      to: to === undefined ? undefined : bytes(to),
      value: BigInt(message.value),
      input: bytes(message.input),
      gasLimit: BigInt(message.gasLimit),
      accessList: accessList?.map(
        (entry): AccessListEntry => ({ address: bytes(entry.address), storageKeys: entry.storageKeys.map(bytes) }),
      ),
      authorizationList: authorizationList?.map(
        ({ chainId, address, nonce, yParity, r, s }): Authorization => ({
          chainId: BigInt(chainId),
          address: bytes(address),
          nonce: BigInt(nonce),
          yParity: Number(yParity),
          r: BigInt(r),
          s: BigInt(s),
        }),
      ),
    },
    block: {
      evmChainId: BigInt(block.evmChainId),
      number: BigInt(block.number),
      timestamp: BigInt(block.timestamp),
      coinbase: bytes(block.coinbase),
      prevRandao: bytes(block.prevRandao),
      gasLimit: BigInt(block.gasLimit),
      baseFeePerGas: BigInt(block.baseFeePerGas),
    },
  };
}
