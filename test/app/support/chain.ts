/** Opens an application on an empty state in memory, and calls it as consensus would, one block at a time. */
import { readFileSync } from 'node:fs';
import type {
  CheckTxResponse,
  ExecTxResult,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  InitChainRequest,
} from '../../../src/abci/application.js';
import { type ApplicationOptions, createApplication, type HalleyApplication } from '../../../src/app/application.js';
import { openAppState } from '../../../src/app/state/open.js';
import type { AppState } from '../../../src/app/state/types.js';
import type { Refusal } from '../../../src/app/types/refusal.js';
import { decodeMsgEthereumTxResult, type MsgEthereumTxResponse } from '../../../src/codec/cosmos/tx.js';
import { devSignBytes, encodeDevTx, isDevTx } from '../../../src/codec/dev/dev_tx.js';
import { MsgSetValidatorPower } from '../../../src/codec/dev/validators.js';
import type { Message } from '../../../src/codec/protobuf/message.js';
import { DEFAULT_SEED, developmentAuthority } from '../../../src/config/development_authority.js';
import { ed25519Sign } from '../../../src/crypto/ed25519.js';
import { type Bytes, bigintToBytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import { NANOS_PER_SECOND, parseTime } from '../../../src/kernel/time.js';
import { distinctGenesis } from '../../support/distinct_genesis.js';

interface GenesisJson {
  readonly chain_id: string;
  readonly genesis_time: string;
  readonly initial_height: string;
  readonly consensus_params: { readonly block: { readonly max_bytes: string; readonly max_gas: string } };
  app_state: AppStateJson;
}

// biome-ignore lint/suspicious/noExplicitAny: a genesis document is edited field by field in the tests
export type AppStateJson = Record<string, any>;

export type GenesisName = 'dev' | 'ethermint' | 'distinct';

export function readGenesis(name: GenesisName = 'dev'): GenesisJson {
  if (name === 'distinct') return distinctGenesis();
  const file = new URL(`../../../genesis/${name}.json`, import.meta.url);
  const genesis = JSON.parse(readFileSync(file, 'utf8')) as GenesisJson;
  const block = { ...genesis.consensus_params.block, max_gas: TEST_GAS_LIMIT };
  return { ...genesis, consensus_params: { ...genesis.consensus_params, block } };
}

/** Gas limit of the blocks of tests that choose none. */
const TEST_GAS_LIMIT = '30000000';

export function initChainRequest(
  genesis: GenesisJson,
  maxGas = BigInt(genesis.consensus_params.block.max_gas),
  validators: InitChainRequest['validators'] = [],
): InitChainRequest {
  return {
    time: parseTime(genesis.genesis_time) ?? 0n,
    chainId: genesis.chain_id,
    consensusParams: { block: { maxBytes: BigInt(genesis.consensus_params.block.max_bytes), maxGas } },
    validators,
    appState: genesis.app_state,
    initialHeight: BigInt(genesis.initial_height),
  };
}

export interface TestBlock {
  readonly request: FinalizeBlockRequest;
  readonly response: FinalizeBlockResponse;
  /** Results of all transactions but dev transactions. */
  readonly results: readonly ExecTxResult[];
  /** Outcomes of the transactions that reached the machine. */
  readonly outcomes: readonly MsgEthereumTxResponse[];
}

export interface ChainOptions extends Omit<ApplicationOptions, 'state'> {
  readonly genesis?: GenesisName;
  readonly edit?: (appState: AppStateJson) => void;
  readonly maxGas?: bigint;
  /** Validators of the consensus engine; none by default. */
  readonly validators?: InitChainRequest['validators'];
  readonly evidence?: InitChainRequest['consensusParams']['evidence'];
  readonly state?: AppState;
}

/** Consensus address of the only proposer. */
export const PROPOSER = new Uint8Array(20).fill(7);
const NO_COMMIT = { round: 0, votes: [] };

export class DevTxRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.log);
  }
}

export const blockHash = (height: bigint): Bytes => sha256(utf8(`block ${height}`));

export class TestChain {
  private constructor(
    readonly app: HalleyApplication,
    readonly state: AppState,
    readonly genesisTime: bigint,
  ) {}

  static async open(options: ChainOptions = {}): Promise<TestChain> {
    const { genesis = 'dev', edit, maxGas, validators, evidence, ...rest } = options;
    const { state = await openAppState(undefined) } = options;
    const app = await createApplication({ ...rest, state });
    const document = readGenesis(genesis);
    edit?.(document.app_state);
    const plain = initChainRequest(document, maxGas, validators);
    const request = { ...plain, consensusParams: { ...plain.consensusParams, ...(evidence && { evidence }) } };
    await app.initChain(request);
    return new TestChain(app, state, request.time);
  }

  get height(): bigint {
    return this.state.height ?? 0n;
  }

  nonce(address: Bytes): bigint {
    return this.state.latest.account(address)?.nonce ?? 0n;
  }

  balance(address: Bytes): bigint {
    return this.state.latest.account(address)?.balance ?? 0n;
  }

  /** Wraps a transaction as a block holds it. */
  wrap(raw: Bytes): Bytes {
    const outcome = this.app.wrap(raw);
    if (outcome.type === 'refused') throw new Error(outcome.log);
    return outcome.tx;
  }

  /** Returns the result of CheckTx for a raw Ethereum transaction, valid or not. */
  async check(raw: Bytes, type: 'new' | 'recheck' = 'new'): Promise<CheckTxResponse> {
    const outcome = this.app.wrap(raw);
    if (outcome.type === 'refused') return { ...NOTHING, ...outcome };
    return this.app.checkTx({ tx: outcome.tx, type });
  }

  /** Returns a dev transaction with one message, signed by the dev authority as its next one after the pending ones. */
  devTxs<T>({ typeUrl, encode }: Message<T>, value: T): Bytes {
    const { secret, publicKey } = developmentAuthority(DEFAULT_SEED);
    const doc = { messages: [{ typeUrl, value: encode(value) }], publicKey, sequence: this.app.devTxs.sequence };
    return encodeDevTx(doc, ed25519Sign(secret, devSignBytes(doc, this.app.params.chainId)));
  }

  /** Adds a dev transaction with one message, which then leads the next block. Throws the refusal. */
  sendDevTx<T>(message: Message<T>, value: T): void {
    const outcome = this.app.devTxs.add(this.devTxs(message, value));
    if (outcome.type === 'refused') throw new DevTxRefused(outcome);
  }

  setPower(address: Bytes, power: bigint): void {
    this.sendDevTx(MsgSetValidatorPower, { address, power });
  }

  blockRequest(txs: readonly Bytes[], height = this.height + 1n): FinalizeBlockRequest {
    return {
      txs: [...this.app.devTxs.waiting.map(({ bytes }) => bytes), ...txs],
      decidedLastCommit: NO_COMMIT,
      misbehavior: [],
      hash: blockHash(height),
      height,
      time: this.genesisTime + height * NANOS_PER_SECOND,
      nextValidatorsHash: bigintToBytes(1n, 32),
      proposerAddress: PROPOSER,
    };
  }

  /** Executes and commits a block of wrapped transactions. */
  block(...txs: readonly Bytes[]): Promise<TestBlock> {
    return this.run(this.blockRequest(txs));
  }

  /** Executes and commits the block that `request` describes. */
  async run(request: FinalizeBlockRequest): Promise<TestBlock> {
    const response = await this.app.finalizeBlock(request);
    await this.app.commit();
    const results = response.txResults.slice(request.txs.filter(isDevTx).length);
    const outcomes = results.filter(({ code }) => code === 0).map(({ data }) => decodeMsgEthereumTxResult(data));
    return { request, response, results, outcomes };
  }

  /** Executes and commits a block of raw Ethereum transactions. */
  mine(...raws: readonly Bytes[]): Promise<TestBlock> {
    return this.block(...raws.map((raw) => this.wrap(raw)));
  }
}

const NOTHING = { data: new Uint8Array(), info: '', gasWanted: 0n, gasUsed: 0n, events: [] };
