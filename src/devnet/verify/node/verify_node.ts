/**
 * Implements `halley verify --node`: reads the blocks of a running network from a node's RPC, executes them again from the
 * genesis document, and compares height by height. Nothing is executed that its validators have not signed.
 */
import type { DeliverTx } from '../../../app/block/deliver_tx.js';
import { parseEndpoint } from '../../../client/endpoint.js';
import { type GenesisDoc, type GenesisValidator, parseGenesis } from '../../../consensus/types/genesis.js';
import { addressOf } from '../../../consensus/types/validator.js';
import { validatorsHash } from '../../../consensus/types/validator_set.js';
import { installFastCrypto } from '../../../crypto/install.js';
import { type Bytes, compareBytes, EMPTY_BYTES, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { ZERO_TIME } from '../../../kernel/time.js';
import { COMET_RPC_PORT } from '../../../settings/default_ports.js';
import { bigAmount, boolean, listener, type Members, optionsOf, text } from '../../../settings/reader.js';
import { refuseFork } from '../../chain/open_fork.js';
import { loadReference } from '../load_reference.js';
import type { ReferenceCheck, ReferenceReport } from '../reference/reference_check.js';
import { Replay } from '../replay.js';
import {
  type Difference,
  differenceError,
  headerDifference,
  idDifference,
  resultsDifference,
  validatorsDifference,
} from './differences.js';
import { NodeRpc, type NodeStatus } from './node_rpc.js';
import { ReadAhead, type ReadHeight } from './read_ahead.js';

export interface VerifyNodeOptions {
  /** Last height that is verified. The default is the newest height of the node at the start. */
  readonly to?: bigint;
  /**
   * Runs each Ethereum transaction in `@ethereumjs/vm` too, which takes several times as long. The default is false.
   */
  readonly reference?: boolean;
  /**
   * Receives each problem when it is found. `node-differs` has height, field, found and expected as facts, and ends the
   * verification. `reference-differs` has height, index, transaction, field, ours and theirs.
   */
  readonly onProblem?: (problem: HalleyError) => void;
  /** Receives each height that was verified, with the findings of the reference so far. */
  readonly onHeight?: (height: bigint, tip: bigint, reference?: ReferenceReport) => void;
}

const OPTIONS = {
  to: bigAmount,
  reference: boolean,
  onProblem: listener,
  onHeight: listener,
} satisfies Members<VerifyNodeOptions>;
const readVerifyNodeOptions = optionsOf<VerifyNodeOptions>('verifyNode', OPTIONS);

/** Reports what was found. */
export interface NodeReport {
  readonly chainId: string;
  /** Last height that was verified. */
  readonly height: bigint;
  readonly blocks: number;
  readonly txs: number;
  readonly problems: readonly HalleyError[];
  /** Comparison with the reference implementation; absent unless the options ask for it. */
  readonly reference?: ReferenceReport;
}

/**
 * Executes the chain of a node again in memory, from its genesis document and its blocks, which the node's CometBFT RPC
 * sends. Compares every header, commit, result and change of validators, up to the first difference. Rejects with
 * HalleyError: `invalid-argument` for a URL that is none, `unavailable` when the node cannot be reached, `remote-error`
 * when it answers with something else, `invalid-genesis` when the chain is not one of this application, `height-pruned`
 * when the node does not retain the first block, and `height-too-high` for a height that does not exist yet.
 */
export async function verifyNode(url: string, given: VerifyNodeOptions = {}): Promise<NodeReport> {
  text(url, 'url');
  const options = readVerifyNodeOptions(given);
  const node = new NodeRpc(parseEndpoint(url, COMET_RPC_PORT));
  await installFastCrypto();
  const status = await node.status();
  const genesis = await readGenesis(await node.genesis(), node.label);
  const tip = lastHeight(node, status, genesis, options.to);
  const problems: HalleyError[] = [];
  const report = (problem: HalleyError): void => {
    problems.push(problem);
    options.onProblem?.(problem);
  };
  const reference = options.reference === true ? await loadReference(report) : undefined;
  const verification = new Verification(node, genesis, tip, reference);
  const found = await verification.run((height) => options.onHeight?.(height, tip, reference?.report));
  if (found !== undefined) report(found);
  const { height, txs } = verification;
  const blocks = Number(height - genesis.initialHeight + 1n);
  return { chainId: genesis.chainId, height, blocks, txs, problems, reference: reference?.report };
}

/** Parses the document. Throws HalleyError `invalid-genesis`. */
async function readGenesis(json: unknown, label: string): Promise<GenesisDoc> {
  const genesis = await ofThisApplication(label, () => parseGenesis(json, ZERO_TIME));
  refuseFork(
    genesis,
    `the chain of ${label} is a fork, whose state is mostly on the forked chain: verify its home folder with --home`,
  );
  return genesis;
}

/**
 * Starts the replay at genesis. CometBFT passes the validators to InitChain in the order of their set, and a simulated
 * engine in that of the document. `appHash`, that of the first header, shows which it was; if it is neither, CometBFT's
 * order is used. Throws HalleyError `invalid-genesis` for a document that this application refuses.
 */
async function startReplay(
  genesis: GenesisDoc,
  appHash: Bytes,
  label: string,
  deliver: DeliverTx | undefined,
): Promise<Replay> {
  const start = (document: GenesisDoc): Promise<Replay> =>
    ofThisApplication(label, async () => (await Replay.start(document, '', undefined, deliver)).replay);
  const first = await start({ ...genesis, validators: inSetOrder(genesis.validators) });
  if (equalBytes(first.chain.appHash, appHash)) return first;
  const second = await start(genesis);
  return equalBytes(second.chain.appHash, appHash) ? second : first;
}

/** Orders validators as a validator set does: more power first, then the lesser address. */
const inSetOrder = (validators: readonly GenesisValidator[]): readonly GenesisValidator[] =>
  validators.toSorted((a, b) =>
    a.power === b.power ? compareBytes(addressOf(a.pubKey), addressOf(b.pubKey)) : a.power > b.power ? -1 : 1,
  );

/** Adds to an error the chain whose genesis document is refused. */
async function ofThisApplication<T>(label: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof HalleyError && error.code === 'invalid-genesis')) throw error;
    throw new HalleyError('invalid-genesis', `the chain of ${label} is not one of this application: ${error.message}`);
  }
}

/** Returns the last height to verify. Throws HalleyError when the node lacks a block up to it. */
function lastHeight(
  { label }: NodeRpc,
  { chainId, earliestHeight, latestHeight }: NodeStatus,
  genesis: GenesisDoc,
  to: bigint | undefined,
): bigint {
  const { initialHeight } = genesis;
  if (genesis.chainId !== chainId)
    throw new HalleyError(
      'remote-error',
      `${label} has a genesis document of the chain "${genesis.chainId}", and status of "${chainId}"`,
    );
  if (latestHeight < initialHeight) throw new HalleyError('not-found', `the chain of ${label} has no block yet`);
  if (earliestHeight > initialHeight)
    throw new HalleyError(
      'height-pruned',
      `${label} has blocks from height ${earliestHeight} only, and execution begins at height ${initialHeight}: use a node that retains all blocks`,
      { height: initialHeight, earliest: earliestHeight },
    );
  const last = to ?? latestHeight;
  if (last < initialHeight)
    throw new HalleyError(
      'invalid-argument',
      `the last height is ${last}, expected at least ${initialHeight}, the first`,
    );
  if (last > latestHeight)
    throw new HalleyError('height-too-high', `the chain of ${label} has height ${latestHeight}, expected ${last}`, {
      height: last,
      latest: latestHeight,
    });
  return last;
}

class Verification {
  /** Last height that was verified. */
  height: bigint;
  txs = 0;
  /** Hash of the set that was last compared with `validators`. */
  #comparedSet = EMPTY_BYTES as Bytes;

  constructor(
    private readonly node: NodeRpc,
    private readonly genesis: GenesisDoc,
    private readonly tip: bigint,
    private readonly reference: ReferenceCheck | undefined,
  ) {
    this.height = genesis.initialHeight - 1n;
  }

  /** Verifies all heights. Returns the first difference; undefined when there is none. */
  async run(onHeight: (height: bigint) => void): Promise<HalleyError | undefined> {
    const { node, genesis, tip, reference } = this;
    const blocks = new ReadAhead(node, genesis.chainId, tip);
    const first = await blocks.take(genesis.initialHeight);
    const { appHash } = first.whole.block.header;
    const replay = await startReplay(genesis, appHash, node.label, reference?.deliver);
    for (let height = genesis.initialHeight; height <= tip; height++) {
      const read = height === genesis.initialHeight ? first : await this.#read(blocks, height);
      const difference = await this.#difference(replay, read);
      if (difference !== undefined) return differenceError(height, difference);
      this.height = height;
      this.txs += read.whole.block.txs.length;
      onHeight(height);
    }
    return undefined;
  }

  /** Adds to an error of the node how far the verification came. */
  async #read(blocks: ReadAhead, height: bigint): Promise<ReadHeight> {
    try {
      return await blocks.take(height);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      const { code, message, facts } = error;
      throw new HalleyError(code, `${message}; verified up to height ${this.height}`, facts);
    }
  }

  /** Executes a block, unless it already differs. */
  async #difference(replay: Replay, read: ReadHeight): Promise<Difference | undefined> {
    const { whole, commit, results } = read;
    const { header, txs } = whole.block;
    const before = headerDifference(replay.chain, header) ?? blockDifference(replay, read);
    if (before !== undefined) return before;
    const sets = await this.#setDifference(replay, header.height);
    if (sets !== undefined) return sets;
    this.reference?.expect(txs, undefined);
    await replay.execute(whole, commit);
    return resultsDifference(txs, results, replay.response);
  }

  /** Compares `validators` for the first height, the last one, and each at which the set has changed. */
  async #setDifference({ chain }: Replay, height: bigint): Promise<Difference | undefined> {
    const hash = validatorsHash(chain.validators);
    if (height !== this.tip && equalBytes(hash, this.#comparedSet)) return undefined;
    this.#comparedSet = hash;
    return validatorsDifference(await this.node.validators(height), chain.validators);
  }
}

/** Checks that the block may follow, that the ids are its own, and that its validators signed it. */
function blockDifference(replay: Replay, read: ReadHeight): Difference | undefined {
  const problem = replay.problem(read.whole);
  if (problem !== undefined) return { field: 'the block', found: `not valid (${problem})`, expected: 'a valid one' };
  const ids = idDifference(read);
  if (ids !== undefined) return ids;
  const unproven = replay.commitProblem(read.commit);
  return unproven === undefined
    ? undefined
    : { field: 'the commit', found: `not valid (${unproven})`, expected: 'one that proves the block' };
}
