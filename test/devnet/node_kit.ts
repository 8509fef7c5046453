/**
 * Makes a devnet without sockets whose parts a test can reach. A test sees what a user sees through a backend, and can
 * break the devnet from inside.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { onTestFinished } from 'vitest';
import type { BusEvent } from '../../src/backend/comet.js';
import { DEVELOPMENT_ACCOUNTS } from '../../src/config/development_accounts.js';
import type { DuplicateVoteEvidence } from '../../src/consensus/types/evidence.js';
import { indexOfAddress, proposer } from '../../src/consensus/types/validator_set.js';
import { VoteType } from '../../src/consensus/types/vote.js';
import { openDevnetChain } from '../../src/devnet/chain/open_devnet_chain.js';
import { ChainNode } from '../../src/devnet/chain_node.js';
import { createHost } from '../../src/devnet/host.js';
import { fixedClock } from '../../src/devnet/options/clock.js';
import type { DevnetOptions } from '../../src/devnet/options/devnet_options.js';
import { Recording } from '../../src/devnet/records/recording.js';
import { type Bytes, equalBytes } from '../../src/kernel/bytes.js';
import { fromHex } from '../../src/kernel/hex.js';
import { ROUND_STEPS } from '../../src/kernel/round_steps.js';
import { parseTime, type UnixNanos } from '../../src/kernel/time.js';
import { DEFAULT_TIMEOUTS } from '../../src/simulation/index.js';
import { doubleSign } from '../support/double_sign.js';
import { aKeystore } from '../support/keystore.js';

/** Time of every node here; the clock stands still. */
export const START = parseTime('2025-01-01T00:00:00Z') as UnixNanos;

const account = (index: number) => DEVELOPMENT_ACCOUNTS[index] as (typeof DEVELOPMENT_ACCOUNTS)[number];

/** Represents a node with the events that it has published. */
export class NodeUnderTest {
  readonly events: BusEvent[] = [];

  /** Stops listening. */
  readonly stop: () => void;
  #closing: Promise<void> | undefined;

  private constructor(
    readonly node: ChainNode,
    private readonly recording: Recording | undefined,
  ) {
    this.stop = node.comet.listen((event) => this.events.push(event));
  }

  /** Starts a node for the running test, which closes it at the end. */
  static async start(options: DevnetOptions = {}): Promise<NodeUnderTest> {
    const started = await NodeUnderTest.open(options);
    onTestFinished(() => started.close());
    return started;
  }

  /** Opens a node that the caller must close. */
  static async open(options: DevnetOptions): Promise<NodeUnderTest> {
    const clock = fixedClock(START);
    const recording = options.record === undefined ? undefined : await Recording.open(options.record, options.home);
    const privateKeys = [0, 1].map((index) => account(index).privateKey);
    const host = createHost({ privateKeys }, clock, DEFAULT_TIMEOUTS, recording);
    host.isOpen = true;
    const node = await ChainNode.open({ ...host, keystore: aKeystore() }, options, (broadcast) =>
      openDevnetChain(options, clock, DEFAULT_TIMEOUTS, () => 'tcp://127.0.0.1:26657', { broadcast }),
    );
    try {
      await node.start();
      return new NodeUnderTest(node, recording);
    } catch (error) {
      await node.close();
      throw error;
    }
  }

  get chain() {
    return this.node.chain;
  }

  get comet() {
    return this.node.comet;
  }

  get simNetwork() {
    return this.node.chain.simNetwork;
  }

  get height(): bigint {
    return this.comet.height();
  }

  async mine(count = 1): Promise<void> {
    for (let i = 0; i < count; i++) {
      const { type } = await this.node.loop.mine();
      if (type === 'stalled') throw new Error(`no block after ${this.height}`);
    }
  }

  /** Returns the events since the last call in short form: `Vote prevote 2`, `NewRoundStep Prevote`. */
  received(): string[] {
    return this.events.splice(0).map(line);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.node.evm.close();
    await this.recording?.close();
    await this.chain.store.close();
  }

  /** Makes two valid precommits of one validator for different blocks of a decided height. */
  doubleSign(validator: number, height: bigint): DuplicateVoteEvidence {
    const set = this.comet.validators(height);
    const block = this.comet.block(height);
    const key = this.chain.keys[validator];
    if (set === undefined || block === undefined || key === undefined) throw new Error(`nothing known of ${height}`);
    return doubleSign(key, set, block.block.header);
  }

  /** Returns which node proposes round 0 of a height. */
  proposerOf(height: bigint): number {
    const set = this.comet.validators(height);
    if (set === undefined) throw new Error(`no validators of ${height}`);
    const { address } = proposer(set);
    return this.chain.keys.findIndex((key) => equalBytes(key.address, address));
  }

  power(validator: number, height: bigint): bigint {
    const { address } = this.chain.keys[validator] as { readonly address: Bytes };
    const set = this.comet.validators(height);
    if (set === undefined) throw new Error(`no validators of ${height}`);
    return set.validators[indexOfAddress(set, address)]?.votingPower ?? 0n;
  }
}

/** Makes a folder for a persistent chain, which is removed after the running test. */
export async function temporaryHome(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'halley-home-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Returns the bytes of a signed transfer, by default of one wei to the sender. */
export async function transfer(
  chainId: bigint,
  nonce: number,
  from = 0,
  fields: {
    readonly maxFeePerGas?: bigint;
    readonly maxPriorityFeePerGas?: bigint;
    readonly value?: bigint;
    readonly to?: number;
  } = {},
): Promise<Bytes> {
  const owner = privateKeyToAccount(account(from).privateKey as `0x${string}`);
  const raw = await owner.signTransaction({
    type: 'eip1559',
    chainId: Number(chainId),
    nonce,
    gas: 21_000n,
    maxFeePerGas: fields.maxFeePerGas ?? 10n ** 10n,
    maxPriorityFeePerGas: fields.maxPriorityFeePerGas ?? 1n,
    to: account(fields.to ?? from).address as `0x${string}`,
    value: fields.value ?? 1n,
  });
  return fromHex(raw);
}

function line(event: BusEvent): string {
  switch (event.type) {
    case 'Vote':
      return `Vote ${event.vote.type === VoteType.Prevote ? 'prevote' : 'precommit'}`;
    case 'NewRoundStep':
      return `NewRoundStep ${ROUND_STEPS[event.step - 1]}`;
    case 'NewRound':
      return `NewRound ${event.round}`;
    case 'NewEvidence':
      return `NewEvidence ${event.height}`;
    case 'ValidatorSetUpdates':
      return `ValidatorSetUpdates ${event.updates.map(({ votingPower }) => votingPower).join()}`;
    default:
      return event.type;
  }
}
