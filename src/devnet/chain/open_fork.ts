/** Opens the fork of a chain. A chain in a home folder continues the fork with which it began. */
import { type ForkGenesis, parseFork } from '../../app/modules/evm/fork_genesis.js';
import { GenesisReader } from '../../app/sdk/genesis_reader.js';
import { type GenesisDoc, parseGenesis } from '../../consensus/types/genesis.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import { evmTimestamp, ZERO_TIME } from '../../kernel/time.js';
import { type Fork, type ForkEnvironment, type ForkPoint, openFork } from '../fork/fork.js';
import type { ForkOptions } from '../options/fork_option.js';
import { readForkUrl } from '../options/fork_url.js';
import { hashOfDocument } from './forked_genesis.js';
import { otherGenesis, type StoredGenesis } from './stored_genesis.js';

/**
 * Opens the fork that the option names; undefined without the option. For the chain of a home folder, an option without
 * a block means the block of that chain, and nothing is asked before the first read that needs the node. Rejects with
 * HalleyError `invalid-genesis` when the home folder holds another chain, and as `openFork` does.
 */
export async function openChainFork(
  option: ForkOptions | undefined,
  stored: StoredGenesis | undefined,
  environment: ForkEnvironment,
): Promise<Fork | undefined> {
  if (option === undefined) return undefined;
  if (stored === undefined) return openFork(option, environment);
  const point = forkOf(stored);
  if (point === undefined)
    throw new HalleyError(
      'invalid-genesis',
      'the home folder holds a chain that is not a fork: start it without the option fork, or use another folder',
    );
  if (!mayDiffer(option, point)) return openFork(option, { ...environment, known: pointOf(point) });
  const fork = await openFork(option, environment);
  const { number, hash, chainId } = fork.point;
  if (number === point.blockNumber && chainId === point.chainId && equalBytes(hash, point.blockHash)) return fork;
  await fork.close();
  throw new HalleyError(
    'invalid-genesis',
    `the home folder holds a fork of chain ${point.chainId} at block ${point.blockNumber} (${to0x(point.blockHash)}), ` +
      `got chain ${chainId} at block ${number} (${to0x(hash)}): name the same block, or use another folder`,
  );
}

/** Returns whether the option names another block than the stored one, as far as that is known without the node. */
function mayDiffer({ blockNumber, transactionHash, url }: ForkOptions, point: ForkGenesis): boolean {
  const named = blockNumber ?? readForkUrl(url).blockNumber;
  return transactionHash !== undefined || (named !== undefined && named !== point.blockNumber);
}

/** Describes the stored block. Values that only a new chain needs are left out. */
const pointOf = ({ chainId, blockNumber, blockHash, parentHash, time, prevRandao, miner }: ForkGenesis): ForkPoint => ({
  ...{ chainId, parentHash, miner },
  number: blockNumber,
  hash: blockHash,
  timestamp: evmTimestamp(time),
  mixHash: prevRandao,
  baseFeePerGas: undefined,
  gasLimit: 0n,
  gasUsed: 0n,
  excessBlobGas: undefined,
  blobGasUsed: undefined,
});

const forkMember = ({ appState }: Pick<GenesisDoc, 'appState'>): GenesisReader =>
  new GenesisReader(appState, 'app_state').field('evm').field('fork');

/** Returns the block of the other chain in a genesis document; undefined for a chain that is no fork. */
export const forkIn = (genesis: GenesisDoc): ForkGenesis | undefined =>
  parseFork(forkMember(genesis), genesis.initialHeight);

/** Does the same for a stored genesis. */
export const forkOf = ({ genesis }: Pick<StoredGenesis, 'genesis'>): ForkGenesis | undefined =>
  forkIn(parseGenesis(genesis, ZERO_TIME));

/** Throws HalleyError `unavailable` for a fork, which what is refused cannot contain. */
export function refuseFork(genesis: GenesisDoc, why: string): void {
  if (forkIn(genesis) !== undefined) throw new HalleyError('unavailable', why);
}

/** Throws HalleyError `invalid-genesis` when the stored fork began with a different document than the given one. */
export function mustBeForkedFrom(stored: StoredGenesis, document: unknown): void {
  if (document === undefined) return;
  const hash = forkMember(parseGenesis(stored.genesis, ZERO_TIME)).field('document_hash');
  if (!hash.present || hash.text() !== hashOfDocument(document)) throw otherGenesis();
}
