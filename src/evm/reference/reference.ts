/**
 * Runs an Ethereum transaction in an independent implementation: `runTx` of @ethereumjs/vm on a transaction that
 * @ethereumjs/tx decoded, with a state of its own. Both follow Ethereum's rules.
 *
 * This chain differs only in the recipient of the fee, and that is corrected here. While code runs, the fee collector
 * holds the whole fee. It retains what is charged, the coinbase receives nothing, and nothing is burned.
 *
 * The chain's stateful precompiles are not implemented here, so transactions that call one cannot be compared. Only the
 * verification of a chain loads this file.
 */
import { type Block, createBlock } from '@ethereumjs/block';
import { Common, Mainnet } from '@ethereumjs/common';
import { createEVM, type EVMInterface, type Message } from '@ethereumjs/evm';
import { createTxFromRLP, paramsTx, type TypedTransaction } from '@ethereumjs/tx';
import { Address } from '@ethereumjs/util';
import { createVM, type RunTxResult, runTx, type VM } from '@ethereumjs/vm';
import type { EthereumLog } from '../../codec/ethereum/receipt.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import type { BlockContext } from '../block_context.js';
import { codeSizeParam, KZG_OF_CALLS } from '../ethereumjs/common.js';
import type { Hardfork } from '../hardfork.js';
import { precompileTest } from '../precompiled.js';
import { type Account, type AccountsReader, delegateOf, EMPTY_ACCOUNT, EMPTY_CODE_HASH } from '../state.js';
import { ReferenceState } from './state.js';

/** Fork of the chain, its code size limit, and the rules that Ethereum does not have. */
export interface ReferenceRules {
  readonly hardfork: Hardfork;
  /** Most bytes of a contract's code (EIP-170). */
  readonly codeSizeLimit: number;
  /** Addresses of stateful precompiles. */
  readonly natives: readonly Bytes[];
  /** Code that marks precompiles whose existence depends on the state. */
  readonly nativeCode: Bytes;
  /** Address that receives all fees. */
  readonly feeCollector: Bytes;
}

export interface ReferenceTask {
  readonly raw: Bytes;
  /** Sender of a transaction that its sender did not sign; `undefined` when the signature determines the sender. */
  readonly sender: Bytes | undefined;
  readonly context: BlockContext;
  /**
   * State before the transaction. It must not change before the next transaction, because the result is read through
   * it.
   */
  readonly state: AccountsReader;
  readonly blockHash: (number: bigint) => Bytes;
  /** Returns how much of the gas limit is charged for the gas that was used. */
  readonly charge: (used: bigint, limit: bigint) => bigint;
}

export interface ReferenceRun {
  readonly type: 'run';
  readonly sender: Bytes;
  /** Error text of the library; `undefined` when the code succeeded. */
  readonly error: string | undefined;
  readonly reverted: boolean;
  /** Gas that was charged. */
  readonly gasUsed: bigint;
  /** Bytes that the run returned, deployed or reverted with. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
  /** Address of the contract when the transaction is a creation. */
  readonly created: Bytes | undefined;
  /** State after the transaction, and what the transaction wrote. It is valid until the next one. */
  readonly after: ReferenceState;
}

export type ReferenceOutcome =
  | ReferenceRun
  /** The transaction is not valid in the block. */
  | { readonly type: 'refused'; readonly why: string }
  /** The transaction calls a stateful precompile of the chain. */
  | { readonly type: 'native'; readonly address: Bytes };

/** Ends a run from within, when it reaches a stateful precompile. */
class NativeReached extends Error {
  constructor(readonly address: Bytes) {
    super(`the transaction calls a stateful precompile of the chain at ${to0x(address)}`);
  }
}

/** Gas limit above any other. The chain's own parameters decide which limits are valid, not the reference. */
const NO_GAS_CAP = '0x7fffffffffffffff';
const TX_PARAMS = { ...paramsTx, 7825: { ...paramsTx['7825'], maxTransactionGasLimit: NO_GAS_CAP } };
const REVERT = 'revert';

/** Returns the library's parameters, with the chain's code size limit in place of the fork's own. */
class LimitedCommon extends Common {
  /** `undefined` while the library's constructor runs. */
  declare codeSizeLimit: number | undefined;

  override param(name: string): bigint {
    return codeSizeParam(name, this.codeSizeLimit) ?? super.param(name);
  }
}

export class Reference {
  readonly #state = new ReferenceState();
  #vm: { readonly vm: VM; readonly evmChainId: bigint } | undefined;
  #block: { readonly block: Block; readonly context: BlockContext } | undefined;
  #blockHash: ReferenceTask['blockHash'] = () => EMPTY_BYTES;

  readonly #isPrecompile: (address: Bytes) => boolean;

  constructor(private readonly rules: ReferenceRules) {
    this.#isPrecompile = precompileTest(rules.hardfork);
  }

  async run(task: ReferenceTask): Promise<ReferenceOutcome> {
    const { context, blockHash } = task;
    const vm = await this.#vmOf(context.evmChainId);
    const state = this.#state;
    this.#blockHash = blockHash;
    state.standOn(task.state);
    try {
      const tx = readTransaction(task, vm.common);
      const block = this.#blockOf(context, vm.common);
      const price = priceOf(tx, context.baseFeePerGas);
      addBalance(state, this.rules.feeCollector, tx.gasLimit * price);
      const result = await runTx(vm, { tx, block });
      return this.#mended(tx, result, price, task);
    } catch (error) {
      // The contents of such a machine are unknown.
      this.#vm = undefined;
      if (error instanceof InvariantViolation) throw error;
      if (error instanceof NativeReached) return { type: 'native', address: error.address };
      return { type: 'refused', why: error instanceof Error ? error.message : String(error) };
    }
  }

  #mended(
    tx: TypedTransaction,
    { totalGasSpent, minerValue, execResult, createdAddress }: RunTxResult,
    price: bigint,
    { state: before, context, charge }: ReferenceTask,
  ): ReferenceRun {
    const state = this.#state;
    const sender = tx.getSenderAddress().bytes;
    const gasUsed = charge(totalGasSpent, tx.gasLimit);
    takeBack(state, context.coinbase, minerValue, before);
    addBalance(state, this.rules.feeCollector, (gasUsed - tx.gasLimit) * price);
    if (gasUsed > totalGasSpent) addBalance(state, sender, (totalGasSpent - gasUsed) * price);
    const error = execResult.exceptionError?.error;
    return {
      type: 'run',
      sender,
      error,
      // The library's precompiles report the same error for invalid input.
      reverted: error === REVERT && !(tx.to !== undefined && this.#isPrecompile(tx.to.bytes)),
      gasUsed,
      output: execResult.returnValue,
      logs: (execResult.logs ?? []).map(([address, topics, data]) => ({ address, topics, data })),
      created: tx.to === undefined ? createdAddress?.bytes : undefined,
      after: state,
    };
  }

  async #vmOf(evmChainId: bigint): Promise<VM> {
    if (this.#vm?.evmChainId === evmChainId) return this.#vm.vm;
    const common = new LimitedCommon({
      chain: { ...Mainnet, name: 'halley', chainId: evmChainId.toString() },
      hardfork: this.rules.hardfork,
      customCrypto: { kzg: KZG_OF_CALLS },
    });
    common.codeSizeLimit = this.rules.codeSizeLimit;
    const stateManager = this.#state;
    const customPrecompiles = this.rules.natives.map((native) => ({
      address: new Address(native),
      function: () => {
        throw new NativeReached(native);
      },
    }));
    const blockchain = {
      getBlock: async (number: number) => ({ hash: () => this.#blockHash(BigInt(number)) }),
      putBlock: async () => undefined,
      shallowCopy: () => blockchain,
    };
    const evm: EVMInterface = await createEVM({ common, stateManager, blockchain, customPrecompiles });
    evm.events?.on('beforeMessage', (message) => this.#refuseNative(message));
    const vm = await createVM({ common, stateManager, evm });
    this.#vm = { vm, evmChainId };
    return vm;
  }

  #refuseNative(message: Message): void {
    // A creation has no code address, and reading that property throws.
    if (message.to === undefined) return;
    const { codeAddress } = message;
    const code = this.#state.code(codeAddress.bytes);
    const delegate = delegateOf(code);
    const running = delegate === undefined ? code : this.#state.code(delegate);
    if (running.length > 0 && equalBytes(running, this.rules.nativeCode)) throw new NativeReached(codeAddress.bytes);
  }

  #blockOf(context: BlockContext, common: Common): Block {
    if (this.#block?.context === context && this.#block.block.common === common) return this.#block.block;
    const header = {
      number: context.number,
      timestamp: context.timestamp,
      coinbase: new Address(context.coinbase),
      gasLimit: context.gasLimit,
      baseFeePerGas: context.baseFeePerGas,
      mixHash: context.prevRandao,
    };
    const block = createBlock({ header }, { common, skipConsensusFormatValidation: true });
    this.#block = { block, context };
    return block;
  }
}

function readTransaction({ raw, sender }: ReferenceTask, common: Common): TypedTransaction {
  const tx = createTxFromRLP(raw, { common, params: TX_PARAMS, freeze: false });
  if (sender !== undefined) tx.getSenderAddress = () => new Address(sender);
  return tx;
}

/** Returns what the sender pays for a unit of gas (EIP-1559). */
function priceOf(tx: TypedTransaction, baseFee: bigint): bigint {
  return 'maxFeePerGas' in tx ? tx.getEffectivePriorityFee(baseFee) + baseFee : tx.gasPrice;
}

function addBalance(state: ReferenceState, address: Bytes, amount: bigint): void {
  const account = state.account(address) ?? EMPTY_ACCOUNT;
  state.put(address, { ...account, balance: account.balance + amount });
}

/**
 * Takes back the fee that the library paid to the coinbase. The account is then as the code left it: absent when it did
 * not exist before.
 */
function takeBack(state: ReferenceState, coinbase: Bytes, amount: bigint, before: AccountsReader): void {
  const paid = state.account(coinbase);
  const left = paid && { ...paid, balance: paid.balance - amount };
  const was = before.account(coinbase);
  if (left !== undefined && !isEmpty(left)) state.put(coinbase, left);
  else state.put(coinbase, was !== undefined && isEmpty(was) ? was : undefined);
}

const isEmpty = ({ nonce, balance, codeHash }: Account): boolean =>
  nonce === 0n && balance === 0n && equalBytes(codeHash, EMPTY_CODE_HASH);
