/**
 * Makes blocks of the little chain: really signed transactions, with results that a test sets instead of executing
 * them. The view of both is the chain's own (`src/chain/evm`).
 */
import type { ExecTxResult, FinalizeBlockResponse } from '../../../src/abci/application.js';
import type { EvmBlock, EvmTransaction } from '../../../src/backend/evm/block.js';
import type { StoredBlock } from '../../../src/chain/block_store/block_store.js';
import { blockView } from '../../../src/chain/evm/block_view.js';
import { evmTransaction } from '../../../src/chain/evm/receipts.js';
import { encodeMsgEthereumTxResult } from '../../../src/codec/cosmos/msg_ethereum_tx.js';
import { wrapEthereumTx } from '../../../src/codec/cosmos/tx.js';
import { bloomOf, type EthereumLog } from '../../../src/codec/ethereum/receipt.js';

import type { EthereumTxType } from '../../../src/codec/ethereum/tx.js';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { Wallet } from '../../../src/devnet/actions/wallet.js';
import { bigintToBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { invariant } from '../../../src/kernel/errors.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { ALICE, BOB, CONTRACT } from './little_names.js';

export const GWEI = 1_000_000_000n;
export const CHAIN_ID = 31337n;
const GENESIS_TIME = 1_700_000_000n;
const ZERO_WORD = new Uint8Array(32);

await installFastCrypto();

/** Keys of Alice and Bob. */
export const wallet = new Wallet(DEVELOPMENT_ACCOUNTS.slice(0, 2).map(({ privateKey }) => fromHex(privateKey)));

export interface TxSpec {
  /** Defaults to Alice. */
  readonly from?: string;
  /** `undefined` for the creation of a contract. */
  readonly to?: string | undefined;
  /** Defaults to the sender's next nonce. */
  readonly nonce?: bigint;
  readonly value?: bigint;
  readonly tip?: bigint;
  readonly type?: EthereumTxType;
  readonly gasUsed?: bigint;
  readonly success?: boolean;
  /** Topics of each log of the contract. */
  readonly logs?: readonly (readonly string[])[];
}

/** Makes a signed transaction that is pending. */
export function aTransaction(spec: TxSpec, nonce: bigint): EvmTransaction {
  const type = spec.type ?? 2;
  const dynamic = type === 2 || type === 4;
  const from = fromHex(spec.from ?? ALICE);
  const raw = wallet.sign(from, {
    type,
    chainId: CHAIN_ID,
    nonce: spec.nonce ?? nonce,
    gasPrice: dynamic ? undefined : 2n * GWEI,
    maxFeePerGas: dynamic ? 3n * GWEI : undefined,
    maxPriorityFeePerGas: dynamic ? (spec.tip ?? GWEI) : undefined,
    gas: 100_000n,
    to: spec.to === undefined ? undefined : fromHex(spec.to),
    value: spec.value ?? 10n ** 18n,
    input: EMPTY_BYTES,
    accessList: type === 0 ? undefined : [],
    authorizationList: type === 4 ? [] : undefined,
  });
  invariant(raw !== undefined, `the little chain has the key of ${to0x(from)}`);
  return evmTransaction(raw, from, keccak256(raw));
}

export interface Executed {
  readonly tx: EvmTransaction;
  readonly spec: TxSpec;
}

/** Returns the base fee in wei, which differs in each block. */
export const baseFeeOf = (height: bigint): bigint => GWEI + height;

/** Returns the time of a block. The first block has the genesis time. */
const timestampOf = (height: bigint): bigint => GENESIS_TIME + (height === 0n ? 1n : height);

const logsOf = ({ spec }: Executed): readonly EthereumLog[] =>
  spec.success === false
    ? []
    : (spec.logs ?? []).map((topics) => ({
        address: fromHex(CONTRACT),
        topics: topics.map(fromHex),
        data: EMPTY_BYTES,
      }));

export function aBlock(height: bigint, hash: string, parentHash: string, txs: readonly Executed[]): EvmBlock {
  const blockHash = fromHex(hash);
  const timestamp = timestampOf(height);
  const results = txs.map((executed): ExecTxResult => {
    const { tx, spec } = executed;
    const gasUsed = spec.gasUsed ?? 21_000n;
    const response = {
      hash: tx.hash,
      logs: logsOf(executed),
      ret: EMPTY_BYTES,
      vmError: spec.success === false ? 'execution reverted' : '',
      gasUsed,
      maxUsedGas: gasUsed,
      blockHash,
      blockTimestamp: timestamp,
    };
    const data = encodeMsgEthereumTxResult(response, { blockNumber: height, txIndex: 0, firstLogIndex: 0 });
    const attributes = [{ key: 'ethereumTxHash', value: to0x(tx.hash), index: true }];
    const events = [{ type: 'ethereum_tx', attributes }];
    return { code: 0, data, log: '', info: '', gasWanted: tx.gas, gasUsed, events, codespace: '' };
  });
  const stored = {
    blockId: { hash: blockHash, parts: { total: 1, hash: blockHash } },
    block: {
      header: {
        height,
        time: timestamp * NANOS_PER_SECOND,
        lastBlockId: { hash: fromHex(parentHash), parts: { total: 1, hash: ZERO_WORD } },
      },
      txs: txs.map(({ tx }) => wrapEthereumTx(tx.raw, tx.from, 'ahalley')),
    },
  } as unknown as StoredBlock;
  const record = {
    stateRoot: bigintToBytes(height, 32),
    baseFeePerGas: baseFeeOf(height),
    gasLimit: 30_000_000n,
    miner: fromHex(BOB),
    logsBloom: bloomOf(txs.flatMap(logsOf)),
  };
  const response: FinalizeBlockResponse = { events: [], txResults: results, validatorUpdates: [], appHash: ZERO_WORD };
  return blockView(stored, response, record, { genesisHash: ZERO_WORD, prevRandao: () => ZERO_WORD });
}
