/**
 * A chain for IBC's tests: the application's state with blocks of messages, and headers over it that its validators
 * sign. The messages' handlers run alone, without signatures and fees.
 */
import type { Event } from '../../../src/abci/application.js';
import { MESSAGE_TYPES } from '../../../src/app/modules/assembly.js';
import { revisionOf } from '../../../src/app/modules/ibc/identifiers.js';
import { writeBlockRecord } from '../../../src/app/sdk/block_record.js';
import type { ChainParams } from '../../../src/app/sdk/chain_params.js';
import { writeChainParams } from '../../../src/app/sdk/chain_params.js';
import { attemptLater, runMessage } from '../../../src/app/sdk/module/attempt.js';
import { callsNothing } from '../../../src/app/sdk/module/call_evm.js';
import { unmetered } from '../../../src/app/sdk/module/gas_meter.js';
import type { MessageContext } from '../../../src/app/sdk/module/message.js';
import { openAppState } from '../../../src/app/state/open.js';
import type { AppState } from '../../../src/app/state/types.js';
import { bech32Address } from '../../../src/app/types/address.js';
import type { Refusal } from '../../../src/app/types/refusal.js';
import type { Height } from '../../../src/codec/ibc/client.js';
import { MerkleProof } from '../../../src/codec/ibc/commitment.js';
import type { ClientHeader, ClientState, ConsensusState } from '../../../src/codec/ibc/tendermint.js';
import { SDK_SPECS } from '../../../src/codec/merkle/ics23_spec.js';
import type { Message } from '../../../src/codec/protobuf/message.js';
import { BlockIdFlag, type Commit, commitSlotSignBytes } from '../../../src/consensus/types/commit.js';
import { SignedHeader } from '../../../src/consensus/types/evidence_codec.js';
import { BLOCK_PROTOCOL, type Header, headerHash } from '../../../src/consensus/types/header.js';
import {
  addressOf,
  encodeValidatorSet,
  indexOfAddress,
  newValidatorSet,
  type ValidatorSet,
  validatorsHash,
} from '../../../src/consensus/types/validator_set.js';
import { ed25519PublicKey, ed25519Sign } from '../../../src/crypto/ed25519.js';
import { whenKnown } from '../../../src/kernel/awaitable.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../../src/kernel/time.js';

export const START: UnixNanos = 1_700_000_000n * NANOS_PER_SECOND;
const WEEK = 7n * 86_400n * NANOS_PER_SECOND;

export const RELAYER = new Uint8Array(20).fill(9);
export const SIGNER = bech32Address(RELAYER, 'test');

const seedOf = (name: string): Bytes => sha256(utf8(name));

/** Forged parts of a header. */
export interface HeaderChange {
  readonly header?: Partial<Header>;
  /** Signers whose keys are used instead of the validators' own, by name. */
  readonly signers?: readonly string[];
}

export type Ran =
  | { readonly code: 0; readonly answer: Bytes; readonly events: readonly Event[] }
  | (Refusal & { readonly events?: undefined });

export class IbcChain {
  readonly #times: UnixNanos[] = [START];

  private constructor(
    readonly state: AppState,
    readonly params: ChainParams,
    readonly names: readonly string[],
    readonly validators: ValidatorSet,
  ) {}

  static async open(chainId: string, names: readonly string[] = [`${chainId} a`, `${chainId} b`]): Promise<IbcChain> {
    const params: ChainParams = {
      chainId,
      evmChainId: 1n,
      baseDenom: 'atest',
      bech32Prefix: 'test',
      initialHeight: 1n,
      blockMaxGas: -1n,
      txMaxGas: 0n,
      hardfork: '',
      codeSizeLimit: 0n,
      punishesDowntime: false,
      modules: [],
      upgradeHeight: 0n,
      hasVesting: false,
      inactivePrecompiles: [],
      evmChannels: [],
    };
    const keys = names.map((name) => ({ type: 'ed25519', bytes: ed25519PublicKey(seedOf(name)) }) as const);
    const validators = newValidatorSet(keys.map((pubKey) => ({ pubKey, power: 10n })));
    const state = await openAppState(undefined);
    const chain = new IbcChain(state, params, names, validators);
    const working = state.begin(0n);
    writeChainParams(working, params);
    // This entry makes sure that the store holds more than IBC's own entries.
    working.set('ibc', utf8('zz'), Uint8Array.of(1));
    chain.#record(working, 0n);
    state.seal();
    state.commit();
    return chain;
  }

  get height(): bigint {
    return this.state.height ?? 0n;
  }

  get time(): UnixNanos {
    return this.#times[Number(this.height)] as UnixNanos;
  }

  heightOf(revisionHeight: bigint): Height {
    return { revisionNumber: revisionOf(this.params.chainId), revisionHeight };
  }

  #record(working: Parameters<typeof writeBlockRecord>[0], height: bigint): void {
    const hash = sha256(utf8(height.toString()));
    const time = this.#times[Number(height)] as UnixNanos;
    writeBlockRecord(working, { height, time, hash, parentHash: hash, coinbase: RELAYER });
  }

  /** Commits a block in which `acts` run, `seconds` after the last one. An act that fails is reverted. */
  async block<T>(
    acts: readonly ((context: MessageContext) => T | Promise<T>)[],
    seconds = 1n,
  ): Promise<readonly ({ readonly result: T; readonly events: readonly Event[] } | Refusal)[]> {
    const height = this.height + 1n;
    this.#times.push(this.time + seconds * NANOS_PER_SECOND);
    const state = this.state.begin(height);
    const time = this.#times[Number(height)] as UnixNanos;
    const results = [];
    for (const act of acts) {
      const context = { params: this.params, state, block: { height, time }, gas: unmetered(), callEvm: callsNothing };
      results.push(await attemptLater<T>(state, context, async (inner) => act(inner)));
    }
    this.#record(state, height);
    this.state.seal();
    this.state.commit();
    return results;
  }

  /** Commits a block of one message. */
  async run<T>(message: Message<T>, value: T, seconds = 1n): Promise<Ran> {
    const read = MESSAGE_TYPES.get(message.typeUrl)?.read(message.encode(value));
    if (read === undefined) throw new Error(`there is no message ${message.typeUrl}`);
    const act = (context: MessageContext) => whenKnown(runMessage(read, RELAYER, 0, context), (answer) => answer.value);
    const [outcome] = await this.block([act], seconds);
    if (outcome === undefined) throw new Error('nothing ran');
    return 'result' in outcome ? { code: 0, answer: outcome.result, events: outcome.events } : outcome;
  }

  /** Returns the header of `height`, which contains the app hash after the height before. */
  header(
    height = this.height,
    { header: change, signers = this.names }: HeaderChange = {},
  ): {
    readonly header: Header;
    readonly commit: Commit;
  } {
    const some = sha256(utf8('anything'));
    const hash = validatorsHash(this.validators);
    const header: Header = {
      version: { block: BLOCK_PROTOCOL, app: 0n },
      chainId: this.params.chainId,
      height,
      time: this.#times[Number(height)] as UnixNanos,
      lastBlockId: { hash: some, parts: { total: 1, hash: some } },
      lastCommitHash: some,
      dataHash: some,
      validatorsHash: hash,
      nextValidatorsHash: hash,
      consensusHash: some,
      appHash: this.state.appHash(height - 1n),
      lastResultsHash: some,
      evidenceHash: some,
      proposerAddress: (this.validators.validators[0] as { address: Bytes }).address,
      ...change,
    };
    return { header, commit: this.#sign(header, signers) };
  }

  #sign(header: Header, signers: readonly string[]): Commit {
    const { height, chainId, time: timestamp } = header;
    const order = this.names
      .map((name, i) => ({ address: this.#addressOf(name), signer: signers[i] ?? name }))
      .sort((a, b) => indexOfAddress(this.validators, a.address) - indexOfAddress(this.validators, b.address));
    const unsigned: Commit = {
      height,
      round: 0,
      blockId: { hash: headerHash(header), parts: { total: 1, hash: headerHash(header) } },
      signatures: order.map(({ address: validatorAddress }) => ({
        blockIdFlag: BlockIdFlag.Commit,
        validatorAddress,
        timestamp,
        signature: { bytes: new Uint8Array(64) },
      })),
    };
    const signatures = unsigned.signatures.map((slot, i) => {
      const bytes = ed25519Sign(seedOf(order[i]?.signer ?? ''), commitSlotSignBytes(chainId, unsigned, i));
      return { ...slot, signature: { bytes } };
    });
    return { ...unsigned, signatures };
  }

  #addressOf(name: string): Bytes {
    return addressOf({ type: 'ed25519', bytes: ed25519PublicKey(seedOf(name)) });
  }

  /** Returns the header for a client, by default the newest one, verified from `trusted` on. */
  clientHeader(trusted: bigint, height = this.height, change: HeaderChange = {}): ClientHeader {
    const set = encodeValidatorSet(this.validators);
    return {
      signedHeader: SignedHeader.encode(this.header(height, change)),
      validatorSet: set,
      trustedHeight: this.heightOf(trusted),
      trustedValidators: set,
    };
  }

  /** Returns the initial state of a client of this chain. */
  clientState(change: Partial<ClientState> = {}): ClientState {
    return {
      chainId: this.params.chainId,
      trustLevel: { numerator: 1n, denominator: 3n },
      trustingPeriod: WEEK,
      unbondingPeriod: 3n * WEEK,
      maxClockDrift: 10n * NANOS_PER_SECOND,
      frozenHeight: { revisionNumber: 0n, revisionHeight: 0n },
      latestHeight: this.heightOf(this.height),
      proofSpecs: SDK_SPECS,
      upgradePath: ['upgrade', 'upgradedIBCState'],
      allowUpdateAfterExpiry: false,
      allowUpdateAfterMisbehaviour: false,
      ...change,
    };
  }

  consensusState(): ConsensusState {
    const { header } = this.header();
    return { timestamp: header.time, root: { hash: header.appHash }, nextValidatorsHash: header.nextValidatorsHash };
  }

  /** Proves presence or absence in the state before `height`'s block, against the header of `height`. */
  proof(key: Bytes, height = this.height): Bytes {
    return MerkleProof.encode({ proofs: this.state.proveStore(height - 1n, 'ibc', key).map(({ data }) => data) });
  }
}
