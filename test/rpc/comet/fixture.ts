/**
 * This chain behind CometBackend serves the tests of the CometBFT RPC: four real keys, and the real blocks, hashes,
 * commits and signatures of `src/consensus/types`. Its application has a few lines. It has no rounds and almost no
 * mempool: `mine` makes a block, and a test sets the pending transactions, peers and rounds.
 */
import type {
  CheckTxResponse,
  Event,
  ExecTxResult,
  FinalizeBlockResponse,
  QueryRequest,
  QueryResponse,
} from '../../../src/abci/application.js';
import type {
  BlockResults,
  BroadcastOutcome,
  BusEvent,
  CometBackend,
  EventMap,
  Matches,
  NetView,
  NodeView,
  PeerRoundView,
  RoundStateView,
  SearchRequest,
  StoredBlock,
  TxLocation,
  UnconfirmedView,
} from '../../../src/backend/comet.js';
import { parseQuery } from '../../../src/chain/query/parse_query.js';
import { txHash } from '../../../src/codec/tx_hash.js';
import { medianTime } from '../../../src/consensus/types/bft_time.js';
import { type Block, encodeBlock, makeBlock } from '../../../src/consensus/types/block.js';
import type { BlockId } from '../../../src/consensus/types/block_id.js';
import { type ChainState, genesisState, nextState } from '../../../src/consensus/types/chain_state.js';
import { type Commit, commitSlotSignBytes, EMPTY_COMMIT } from '../../../src/consensus/types/commit.js';
import { type Evidence, evidenceHash } from '../../../src/consensus/types/evidence.js';
import type { GenesisDoc } from '../../../src/consensus/types/genesis.js';
import { headerHash } from '../../../src/consensus/types/header.js';
import { type ConsensusParams, DEFAULT_PARAMS } from '../../../src/consensus/types/params.js';
import { partSetOf } from '../../../src/consensus/types/part_set.js';
import { addressOf, proposer, type ValidatorSet, validatorAt } from '../../../src/consensus/types/validator_set.js';
import { ed25519PublicKey, ed25519Sign } from '../../../src/crypto/ed25519.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { toHex, toUpperHex } from '../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { fixtureNet, fixturePeers, fixtureRoundState, nodeIdentity } from './fixture_network.js';

const GENESIS_TIME = parseTime('2026-01-01T00:00:00.5Z') as UnixNanos;
const BLOCK_INTERVAL = 1_000_000_123n;
const KEYS = ['0', '1', '2', '3'].map((name) => {
  const seed = sha256(utf8(`fixture validator ${name}`));
  return { name, seed, pubKey: { type: 'ed25519', bytes: ed25519PublicKey(seed) } as const };
});
const NO_CHECK = { data: EMPTY_BYTES, log: '', info: '', gasUsed: 0n, events: [], codespace: '' };

export const GENESIS: GenesisDoc = {
  genesisTime: GENESIS_TIME,
  chainId: 'fixture_31337-1',
  initialHeight: 1n,
  consensusParams: { ...DEFAULT_PARAMS, version: { app: 1n } },
  validators: KEYS.map(({ name, pubKey }) => ({ name: `node${name}`, pubKey, power: 10n })),
  appHash: EMPTY_BYTES,
  appState: { accounts: [{ address: 'a<b>&c' }] },
};

const attributes = (pairs: Record<string, string>) =>
  Object.entries(pairs).map(([key, value]) => ({ key, value, index: true }));

const phaseEvent = (type: string, mode: string): Event => ({
  type,
  attributes: attributes({ amount: '7stake', mode }),
});

/** Checks a transaction: `key=value` executes, anything else is refused, and a key `fail` fails in the block. */
function check(tx: Bytes): CheckTxResponse {
  const ok = fromUtf8(tx).includes('=');
  return { ...NO_CHECK, code: ok ? 0 : 2, log: ok ? '' : 'expected key=value', gasWanted: 1n };
}

function execute(tx: Bytes): ExecTxResult {
  const [key = '', value = ''] = fromUtf8(tx).split('=');
  const failed = key === 'fail';
  return {
    ...NO_CHECK,
    code: failed ? 5 : 0,
    codespace: failed ? 'kv' : '',
    data: utf8(value),
    gasWanted: 10n,
    gasUsed: 3n,
    events: [{ type: 'app', attributes: attributes({ creator: 'fixture', key, note: '<&>' }) }],
  };
}

function eventMap(name: string, events: readonly Event[], extra: readonly [string, string][] = []): EventMap {
  const map = new Map<string, string[]>();
  const pairs = events.flatMap(({ type, attributes: list }) => list.map(({ key, value }) => [`${type}.${key}`, value]));
  for (const [key, value] of [...pairs, ...extra, ['tm.event', name]] as [string, string][])
    map.set(key, [...(map.get(key) ?? []), value]);
  return map;
}

const txAttributes = ({ height, tx, result }: TxLocation): EventMap =>
  eventMap('Tx', result.events, [
    ['tx.hash', toUpperHex(txHash(tx))],
    ['tx.height', height.toString()],
  ]);

interface Height {
  readonly stored: StoredBlock;
  readonly results: BlockResults;
  readonly seenCommit: Commit;
  readonly before: ChainState;
}

export class FixtureChain implements CometBackend {
  readonly genesis = GENESIS;
  readonly parseQuery = parseQuery;
  readonly #listeners = new Set<(event: BusEvent) => void>();
  readonly #heights: Height[] = [];
  readonly #seen = new Set<string>();
  readonly #txs = new Map<string, TxLocation>();
  #state = genesisState(GENESIS, { validators: [], appHash: sha256(utf8('genesis')) }, 1n);
  /** Lowest stored height: blocks below it are pruned. */
  lowest = 1n;
  /** Whether a broadcast mines a block. If false, transactions stay pending until `minePending`. */
  mining = true;
  network: NetView = fixtureNet();
  /** Transactions of the mempool, in its order. */
  waiting: readonly string[] = [];
  readonly searches: SearchRequest[] = [];
  readonly evidence: Evidence[] = [];
  /** Evidence that goes into the next block. */
  readonly foundEvidence: Evidence[] = [];
  /** Reason why evidence is refused. If undefined, evidence is accepted. */
  evidenceRefusal: string | undefined;
  /** Node ids in hex, one list for each call of `dial`. */
  readonly dialled: (readonly string[])[] = [];

  /** Makes a block of the transactions and publishes it. */
  mine(...txs: readonly string[]): StoredBlock {
    const before = this.#state;
    const last = this.#heights.at(-1);
    const height = before.lastBlockHeight + 1n;
    const lastCommit = last?.seenCommit ?? EMPTY_COMMIT;
    const time = last === undefined ? GENESIS_TIME : medianTime(lastCommit, before.lastValidators as ValidatorSet);
    const raw = txs.map(utf8);
    const found = this.foundEvidence.splice(0);
    const block = makeBlock(before, height, raw, found, lastCommit, time, proposer(before.validators).address);
    const parts = partSetOf(encodeBlock(block));
    const blockId: BlockId = { hash: headerHash(block.header), parts: parts.header };
    const response = this.#finalize(height, raw);
    this.#state = nextState(before, block, blockId, response);
    const stored = { blockId, block, size: parts.byteSize };
    this.#heights.push({
      stored,
      results: { height, response },
      seenCommit: this.#commit(before, block, blockId),
      before,
    });
    this.#publish(stored, response);
    return stored;
  }

  /** Makes a block of the pending transactions. */
  minePending(): StoredBlock {
    return this.mine(...this.waiting);
  }

  #finalize(height: bigint, txs: readonly Bytes[]): FinalizeBlockResponse {
    const update = height === 3n ? { consensusParamUpdates: { block: { maxBytes: 2_000_000n, maxGas: 0n } } } : {};
    return {
      events: [phaseEvent('mint', 'BeginBlock'), phaseEvent('reward', 'EndBlock')],
      txResults: txs.map(execute),
      validatorUpdates: height === 3n ? [{ pubKey: (KEYS[0] as (typeof KEYS)[number]).pubKey, power: 11n }] : [],
      appHash: sha256(utf8(`state after ${height}`)),
      ...update,
    };
  }

  /** Signs a commit for a block. The last validator is absent. */
  #commit(state: ChainState, block: Block, blockId: BlockId): Commit {
    const { height, time } = block.header;
    const unsigned: Commit = {
      height,
      round: 0,
      blockId,
      signatures: state.validators.validators.map((v, i) => ({
        blockIdFlag: i === 3 ? 1 : 2,
        validatorAddress: i === 3 ? EMPTY_BYTES : v.address,
        timestamp: i === 3 ? -62_135_596_800_000_000_000n : time + BLOCK_INTERVAL,
        signature: { bytes: EMPTY_BYTES },
      })),
    };
    const sign = (index: number): Bytes => {
      const address = toHex(validatorAt(state.validators, index).address);
      const key = KEYS.find(({ pubKey }) => toHex(addressOf(pubKey)) === address);
      return key === undefined
        ? EMPTY_BYTES
        : ed25519Sign(key.seed, commitSlotSignBytes(state.chainId, unsigned, index));
    };
    return {
      ...unsigned,
      signatures: unsigned.signatures.map((slot, i) =>
        slot.blockIdFlag === 1 ? slot : { ...slot, signature: { bytes: sign(i) } },
      ),
    };
  }

  #publish(stored: StoredBlock, results: FinalizeBlockResponse): void {
    const { header, txs } = stored.block;
    const events: BusEvent[] = [
      { type: 'NewBlock', stored, results, attributes: eventMap('NewBlock', results.events) },
      {
        type: 'NewBlockHeader',
        header,
        numTxs: txs.length,
        results,
        attributes: eventMap('NewBlockHeader', results.events),
      },
    ];
    txs.forEach((tx, index) => {
      const location = { height: header.height, index, tx, result: results.txResults[index] as ExecTxResult };
      const hash = toUpperHex(txHash(tx));
      this.#txs.set(hash, location);
      this.#seen.add(hash);
      this.waiting = this.waiting.filter((text) => text !== fromUtf8(tx));
      events.push({ type: 'Tx', location, attributes: txAttributes(location) });
    });
    for (const event of events) this.publish(event);
  }

  publish(event: BusEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  node(): NodeView {
    return { ...nodeIdentity('fixture', 26_656), validator: validatorAt(this.#state.validators, 0) };
  }

  base(): bigint {
    return this.#heights.length === 0 ? 0n : this.lowest;
  }

  height(): bigint {
    return BigInt(this.#heights.length);
  }

  #at(height: bigint): Height | undefined {
    return height < this.lowest ? undefined : this.#heights[Number(height) - 1];
  }

  block(height: bigint): StoredBlock | undefined {
    return this.#at(height)?.stored;
  }

  heightOfHash(blockHash: Bytes): bigint | undefined {
    const wanted = toHex(blockHash);
    return this.#heights.find(({ stored }) => toHex(stored.blockId.hash) === wanted)?.stored.block.header.height;
  }

  commit(height: bigint): { readonly commit: Commit; readonly canonical: boolean } | undefined {
    if (this.#at(height) === undefined) return undefined;
    const next = this.#at(height + 1n);
    if (next !== undefined) return { commit: next.stored.block.lastCommit, canonical: true };
    const seen = this.#at(height)?.seenCommit;
    return seen && { commit: seen, canonical: false };
  }

  results(height: bigint): BlockResults | undefined {
    return this.#at(height)?.results;
  }

  validators(height: bigint): ValidatorSet | undefined {
    return height === this.height() + 1n ? this.#state.validators : this.#at(height)?.before.validators;
  }

  params(height: bigint): ConsensusParams | undefined {
    return height === this.height() + 1n ? this.#state.params : this.#at(height)?.before.params;
  }

  tx(hash: Bytes): TxLocation | undefined {
    return this.#txs.get(toUpperHex(hash));
  }

  roundState(): RoundStateView {
    const last = this.#heights.at(-1);
    return fixtureRoundState(this.#state, this.height() + 1n, last?.stored.block, last?.seenCommit ?? EMPTY_COMMIT);
  }

  net(): NetView {
    return this.network;
  }

  peers(): readonly PeerRoundView[] {
    return fixturePeers(this.height() + 1n, this.#state.lastBlockId);
  }

  unconfirmed(limit: number): UnconfirmedView {
    const waiting = this.waiting.map(utf8);
    const totalBytes = waiting.reduce((sum, tx) => sum + BigInt(tx.length), 0n);
    return { txs: waiting.slice(0, limit), total: waiting.length, totalBytes };
  }

  async checkTx(tx: Bytes): Promise<CheckTxResponse> {
    return check(tx);
  }

  /** Matches a query against all events of a transaction together, and records the request in `searches`. */
  searchTxs(request: SearchRequest): Matches<TxLocation> {
    this.searches.push(request);
    const found = [...this.#txs.values()].filter((location) => request.query.matches(txAttributes(location)));
    if (request.order === 'desc') found.reverse();
    return { total: found.length, load: (from, count) => found.slice(from, from + count) };
  }

  searchBlocks(request: SearchRequest): Matches<StoredBlock> {
    this.searches.push(request);
    const found = this.#heights.filter(({ results: { height, response } }) =>
      request.query.matches(eventMap('', response.events, [['block.height', height.toString()]])),
    );
    if (request.order === 'desc') found.reverse();
    return {
      total: found.length,
      load: (from, count) => found.slice(from, from + count).map(({ stored }) => stored),
    };
  }

  async submitEvidence(evidence: Evidence): Promise<Bytes> {
    if (this.evidenceRefusal !== undefined) throw new HalleyError('invalid-argument', this.evidenceRefusal);
    const hash = toHex(evidenceHash(evidence));
    if (!this.evidence.some((known) => toHex(evidenceHash(known)) === hash)) {
      this.evidence.push(evidence);
      this.foundEvidence.push(evidence);
    }
    return evidenceHash(evidence);
  }

  async dial(nodeIds: readonly Bytes[]): Promise<void> {
    this.dialled.push(nodeIds.map(toHex));
  }

  async flushMempool(): Promise<void> {
    this.waiting = [];
    this.#seen.clear();
  }

  async info() {
    const { lastBlockHeight, appHash } = this.#state;
    return { data: '{"size":3}', version: '1.2.3', appVersion: 1n, lastBlockHeight, lastBlockAppHash: appHash };
  }

  async query({ path, data, height, prove }: QueryRequest): Promise<QueryResponse> {
    const known = path !== '/nope';
    return {
      code: known ? 0 : 6,
      log: known ? 'exists' : 'unknown query path: unknown request',
      info: '',
      index: 0n,
      key: data,
      value: known ? utf8(`${path}@`) : EMPTY_BYTES,
      proofOps: prove ? [{ type: 'ics23:iavl', key: data, data: utf8('proof') }] : [],
      height: height === 0n ? this.height() : height,
      codespace: known ? '' : 'sdk',
    };
  }

  async broadcast(tx: Bytes): Promise<BroadcastOutcome> {
    const hash = txHash(tx);
    const name = toUpperHex(hash);
    if (this.#seen.has(name)) return { type: 'refused', reason: 'tx already exists in cache' };
    const checked = check(tx);
    if (checked.code === 0) {
      this.#seen.add(name);
      this.waiting = [...this.waiting, fromUtf8(tx)];
    }
    return { type: 'checked', check: checked, hash };
  }

  /** Broadcasts a transaction and waits for its block. A timeout of 0 ends at once, and no other timeout ever ends. */
  async broadcastCommit(tx: Bytes, timeoutMs: number) {
    const outcome = await this.broadcast(tx);
    if (outcome.type === 'refused' || outcome.check.code !== 0) return { outcome, location: undefined };
    if (this.mining) this.mine(fromUtf8(tx));
    else if (timeoutMs > 0 && this.tx(outcome.hash) === undefined) await this.#published(outcome.hash);
    return { outcome, location: this.tx(outcome.hash) };
  }

  #published(hash: Bytes): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.listen((event) => {
        if (event.type !== 'Tx' || toHex(txHash(event.location.tx)) !== toHex(hash)) return;
        stop();
        resolve();
      });
    });
  }

  listen(listener: (event: BusEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }
}

/** Makes five blocks: transactions in 2 and 4, updates of validators and parameters in 3. */
export function fixtureChain(): FixtureChain {
  const chain = new FixtureChain();
  chain.mine();
  chain.mine('name=satoshi', 'fail=yes', 'html=<b>&');
  chain.mine();
  chain.mine('single=1');
  chain.mine();
  return chain;
}
