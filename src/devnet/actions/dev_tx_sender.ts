/**
 * Sends dev transactions: a message becomes a transaction of the dev authority, which the application holds for the
 * next block. It is on disk before the call resolves. The mempool checks transactions of the changed accounts again, as
 * it does after a block.
 */
import type { ChangedAccounts, DevTxPoolSnapshot } from '../../app/dev_txs/dev_tx_pool.js';
import { type DevErrorReason, devErrorReason } from '../../app/modules/dev/define_dev_message.js';
import { fetching } from '../../app/state/remote/fetching.js';
import type { Fork } from '../../app/state/types.js';
import type { Any } from '../../codec/cosmos/base.js';
import { devSignBytes, encodeDevTx } from '../../codec/dev/dev_tx.js';
import { MsgSetValidatorPower } from '../../codec/dev/validators.js';
import type { Message } from '../../codec/protobuf/message.js';
import type { Account } from '../../evm/state.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type ErrorCode, HalleyError } from '../../kernel/errors.js';
import { type Client, runInSlices } from '../../kernel/fair_scheduler.js';
import type { Steps } from '../../kernel/steps.js';
import { sizeInBlock } from '../../mempool/pooled_tx.js';
import { blockLimitsOf } from '../chain/block_limits.js';
import type { AppChain } from '../chain/chain.js';
import type { CommandRunner } from '../runtime/loop.js';
import { recheck } from '../runtime/recheck.js';
import type { Authority } from './authority.js';

const CODES: Readonly<Record<DevErrorReason, ErrorCode>> = {
  notFound: 'not-found',
  invalid: 'invalid-argument',
  refused: 'conflict',
};

/** Returns a message as a dev transaction contains it. */
export const encoded = <T>({ typeUrl, encode }: Message<T>, value: T): Any => ({ typeUrl, value: encode(value) });

export class DevTxSender {
  /** `beforeAdding` may refuse a message by throwing HalleyError. */
  constructor(
    private readonly chain: AppChain,
    private readonly loop: CommandRunner,
    readonly authority: Authority,
    private readonly beforeAdding: (message: Any) => void = () => undefined,
  ) {}

  /** Runs the steps of work that comes before a dev transaction, in time slices of a client. */
  async inSlices<T>(client: Client, steps: Steps<T>): Promise<T> {
    return runInSlices(this.chain.scheduler, client, steps);
  }

  /** Sends a dev transaction. Throws HalleyError when it is refused; then nothing has changed. */
  sendDevTx<T>(message: Message<T>, value: T): Promise<void> {
    return this.loop.run(() => this.#take(message, value));
  }

  /**
   * Sends a dev transaction for each message, without other commands between them. Other clients are served meanwhile,
   * and may see the state between two of them. Throws HalleyError when one is refused; then nothing has changed.
   */
  sendDevTxs(messages: Iterable<Any>): Promise<void> {
    return this.loop.run(() => this.#takeAll(messages));
  }

  /**
   * Returns what `read` makes of the changes that the messages would add to the newest state, after those that are pending.
   * None of them is sent. Only a command of the loop may call it. Other clients are served meanwhile, and may see the
   * changes. Throws HalleyError when a message is refused.
   */
  async changesOf<T>(messages: Iterable<Any>, read: (changes: Fork | undefined) => T): Promise<T> {
    const { devTxs } = this.chain.app;
    const before = devTxs.waiting.length;
    try {
      for (const message of messages) {
        if (devTxs.waiting.length > before) await this.#othersFirst();
        this.#addEncoded(message);
      }
      return read(devTxs.keepChanges());
    } finally {
      devTxs.keepFirst(before);
    }
  }

  /**
   * Sends a dev transaction, and makes the block that holds it. `make` makes its message from the current state. Throws
   * HalleyError when it is refused, otherwise `unavailable` when no block can be decided; then nothing has changed.
   */
  async sendDevTxAndMine<T>(message: Message<T>, make: () => T): Promise<void> {
    const { devTxs } = this.chain.app;
    let held: DevTxPoolSnapshot;
    const command = async (): Promise<void> => {
      held = devTxs.snapshot();
      await this.#take(message, make());
    };
    await this.loop.run(command, {
      next: 'commit',
      check: () =>
        fetching(this.chain.state.remote, () => {
          const before = devTxs.snapshot();
          try {
            this.#add(message, make());
          } finally {
            devTxs.restore(before);
          }
        }),
      undo: () => this.#goBack(held),
    });
  }

  /**
   * Sets a validator's power, and makes the block that holds the change, which takes effect two heights later. The
   * validator is an index of the devnet's validators, or a consensus address. Throws HalleyError, and makes no block,
   * for an unknown validator or an invalid power; `unavailable` when no block can be decided.
   */
  async setValidatorPower(validator: number | Bytes, power: bigint): Promise<void> {
    const address = this.addressOf(validator);
    await this.sendDevTxAndMine(MsgSetValidatorPower, () => ({ address, power }));
  }

  #take<T>(message: Message<T>, value: T): Promise<void> {
    return this.#takeAll([encoded(message, value)]);
  }

  /** Adds a transaction for each message: all of them, in memory and on disk, or none when one is refused. */
  async #takeAll(messages: Iterable<Any>): Promise<void> {
    const { app, pool, pendingStore } = this.chain;
    const { blockMaxGas, evmChainId } = app.params;
    const before = app.devTxs.waiting.length;
    const txs: Bytes[] = [];
    const changed = new Map<string, Account>();
    try {
      for (const message of messages) {
        if (txs.length > 0) await this.#othersFirst();
        const added = await fetching(this.chain.state.remote, () => this.#addEncoded(message));
        txs.push(added.tx);
        for (const [sender, account] of added.changed) changed.set(sender, account);
      }
    } catch (error) {
      if (txs.length > 0) app.devTxs.keepFirst(before);
      throw error;
    }
    await pendingStore.addDevTxs(txs);
    this.chain.renewBlockLimits();
    const isSame = app.params.blockMaxGas === blockMaxGas && app.params.evmChainId === evmChainId;
    await recheck(this.chain, pool.update([], [], isSame ? changed : undefined));
  }

  /** Lets sockets, timers and the work of clients come first. */
  #othersFirst(): Promise<void> {
    return new Promise((resolve) => this.chain.scheduler.afterIo(resolve));
  }

  #add<T>(message: Message<T>, value: T): { readonly tx: Bytes; readonly changed: ChangedAccounts } {
    return this.#addEncoded(encoded(message, value));
  }

  /** Adds a transaction to the pending ones in memory. Throws HalleyError, and changes nothing, when it is refused. */
  #addEncoded(message: Any): { readonly tx: Bytes; readonly changed: ChangedAccounts } {
    const { app, blockStore } = this.chain;
    this.authority.check();
    this.beforeAdding(message);
    const tx = this.#sign(message);
    const { maxDataBytes } = blockLimitsOf(blockStore.state, app.params.blockMaxGas);
    if (maxDataBytes >= 0n && BigInt(sizeInBlock(tx.length)) > maxDataBytes)
      throw new HalleyError(
        'invalid-argument',
        `the dev transaction has ${tx.length} bytes, expected at most the ${maxDataBytes} of a block`,
      );
    const outcome = app.devTxs.add(tx);
    if (outcome.type === 'refused') {
      const reason = devErrorReason(outcome);
      throw new HalleyError(reason === undefined ? 'conflict' : CODES[reason], outcome.log);
    }
    return { tx, changed: outcome.changed };
  }

  /** Removes the dev transactions that were added since. */
  async #goBack(held: DevTxPoolSnapshot): Promise<void> {
    const { app, store, pendingStore } = this.chain;
    app.devTxs.restore(held);
    await store.batch(await pendingStore.replaceDevTxs(held.txs.map(({ bytes }) => bytes)));
  }

  #sign(message: Any): Bytes {
    const { app, genesis } = this.chain;
    const { publicKey } = this.authority;
    const doc = { messages: [message], publicKey, sequence: app.devTxs.sequence };
    const tx = encodeDevTx(doc, this.authority.sign(devSignBytes(doc, genesis.chainId)));
    app.devTxs.reader.vouch(tx);
    return tx;
  }

  /** Returns the consensus address of a validator that is named by its index. Throws HalleyError `not-found`. */
  addressOf(validator: number | Bytes): Bytes {
    if (typeof validator !== 'number') return validator;
    const { keys } = this.chain;
    const key = keys[validator];
    if (key !== undefined) return key.address;
    throw new HalleyError('not-found', `there is no validator ${validator}: expected an index below ${keys.length}`, {
      index: validator,
    });
  }
}

/** Restores the acknowledged dev transactions after a restart. */
export async function recoverDevTxs(chain: AppChain): Promise<void> {
  const { app, store, pendingStore } = chain;
  const stored = await pendingStore.devTxs();
  app.devTxs.recover(stored);
  const { waiting: taken } = app.devTxs;
  if (taken.length < stored.length)
    await store.batch(await pendingStore.replaceDevTxs(taken.map(({ bytes }) => bytes)));
  chain.renewBlockLimits();
}
