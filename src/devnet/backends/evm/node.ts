/** Implements the roles of the node and its process. */
import { resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { HISTORY_ADDRESS } from '../../../app/modules/evm/block_hash_history.js';
import { PRECOMPILES } from '../../../app/precompiles/index.generated.js';
import { hardforkOf } from '../../../app/sdk/chain_params.js';
import { checksumAddress } from '../../../app/types/address.js';
import type {
  EvmDevelopment,
  EvmForkConfig,
  EvmInstance,
  EvmLogging,
  EvmNetwork,
  EvmProfiling,
  EvmTraceFeed,
} from '../../../backend/evm/node.js';
import { type Hardfork, isFrom } from '../../../evm/hardfork.js';
import { precompiledIn } from '../../../evm/precompiled.js';
import { type Bytes, bigintToBytes } from '../../../kernel/bytes.js';
import { evmTimestamp } from '../../../kernel/time.js';
import type { DevTxSender } from '../../actions/dev_tx_sender.js';
import { passProposal } from '../../actions/proposals.js';
import type { AnswerControl } from '../../actions/set_view_result.js';
import type { AppChain, Chain } from '../../chain/chain.js';
import type { RecordOfChain } from '../../chain/chain_activity.js';
import { observedIdentity } from '../../chain/node_identity.js';
import { SnapshotNumbers } from '../../chain/snapshot_numbers.js';
import { consoleLines } from '../../log/console/lines.js';
import type { NodeLog } from '../../log/node_log.js';
import { chainLine, linesOf } from '../../records/chain_lines.js';
import { LineEncoder } from '../../records/line_text.js';
import { headerLine, type RecordLine } from '../../records/record_line.js';
import type { RunningChain } from '../../running_chain.js';
import type { CommandRunner } from '../../runtime/loop.js';
import { connectedPeers, netView } from '../../views/net_view.js';

/** Fractions of Ethereum's mainnet (EIPs 4844, 7691). On a chain without blobs they have no effect. */
const BLOB_FEE_UPDATE_FRACTIONS: Readonly<Record<Hardfork, number | undefined>> = {
  shanghai: undefined,
  cancun: 3_338_477,
  prague: 5_007_716,
  osaka: 5_007_716,
};

/** Returns the fork configuration of EIP-7910 for a chain whose only fork begins with it. */
export const forkConfigOf = (
  genesisHash: Bytes,
  hardfork: Hardfork,
  inactive: readonly string[] = [],
): EvmForkConfig => ({
  // EIP-2124 does not count the forks of the genesis.
  forkId: bigintToBytes(BigInt(crc32(genesisHash)), 4),
  precompiles: new Map<string, Bytes>([
    ...precompiledIn(hardfork),
    ...PRECOMPILES.filter(({ address }) => !inactive.includes(checksumAddress(address))).map(
      ({ name, address }) => [name.toUpperCase(), address] as const,
    ),
  ]),
  // The chain has no deposits, withdrawals, consolidations or beacon chain.
  systemContracts: new Map(isFrom(hardfork, 'prague') ? [['HISTORY_STORAGE_ADDRESS', HISTORY_ADDRESS]] : []),
  blobFeeUpdateFraction: BLOB_FEE_UPDATE_FRACTIONS[hardfork],
});

/** Identifies this chain. */
export function evmInstance({ instance, chain }: RunningChain): EvmInstance {
  const { app, genesis, genesisHash } = chain;
  return {
    instanceId: () => instance.id,
    genesisTime: evmTimestamp(genesis.genesisTime),
    get hardfork() {
      return hardforkOf(app.params);
    },
    forkConfig: () => forkConfigOf(genesisHash, hardforkOf(app.params), app.params.inactivePrecompiles),
  };
}

/** Makes the role. `home` is the folder of this chain, if it is persistent. */
export const evmNetwork = (chain: Chain, home: string | undefined): Omit<EvmNetwork, 'chainId'> => ({
  peerCount: () => connectedPeers(chain.simNetwork).length,
  home: home === undefined ? undefined : resolve(home),
  node: () => shown(observedIdentity(chain.identities)),
  peers: () =>
    netView(chain.simNetwork, chain.identities).peers.map(({ node, isOutbound }) => ({ ...shown(node), isOutbound })),
});

const shown = ({ nodeId, moniker, listenAddress }: Chain['identities'][number]) => ({ nodeId, moniker, listenAddress });

/** Sends dev transactions for RPC methods. */
export const evmDevelopment = (chain: AppChain, devTxSender: DevTxSender, answers: AnswerControl): EvmDevelopment => ({
  acceptsDevTxs: () => devTxSender.authority.isHeld,
  sendDevTx: (message, value) => devTxSender.sendDevTx(message, value),
  setAnswer: (contract, query, value) => answers.setAnswer({ contract, query }, value),
  setValidatorPower: (validator, power) => devTxSender.setValidatorPower(validator, power),
  passProposal: (proposal) => passProposal(chain, devTxSender, proposal),
});

/** Turns the node's log on and off, and logs console.log lines of calls. */
export const evmLogging = (log: NodeLog): EvmLogging => ({
  setLogging: (enabled) => {
    log.enabled = enabled;
  },
  logConsole: (method, consoleCalls) => {
    if (consoleCalls !== undefined && !log.quiet)
      log.write({ type: 'console', method, lines: consoleLines(consoleCalls) });
  },
});

/** Makes the role from the one profiler of all chains. Its methods need no `this`. */
export const evmProfiling = (profiler: EvmProfiling): EvmProfiling => ({
  freeMemory: () => profiler.freeMemory(),
  setGcPercent: (percent) => profiler.setGcPercent(percent),
  memStats: () => profiler.memStats(),
  gcStats: () => profiler.gcStats(),
  stacks: () => profiler.stacks(),
  setBlockRate: (nanos) => profiler.setBlockRate(nanos),
  setMutexFraction: (oneIn) => profiler.setMutexFraction(oneIn),
  writeBlocks: (path) => profiler.writeBlocks(path),
  writeMutexes: (path) => profiler.writeMutexes(path),
  profileBlocks: (path, seconds) => profiler.profileBlocks(path, seconds),
  profileMutexes: (path, seconds) => profiler.profileMutexes(path, seconds),
  writeMemory: (path) => profiler.writeMemory(path),
  startCpu: (path) => profiler.startCpu(path),
  stopCpu: () => profiler.stopCpu(),
  profileCpu: (path, seconds) => profiler.profileCpu(path, seconds),
  startTrace: (path) => profiler.startTrace(path),
  stopTrace: () => profiler.stopTrace(),
  profileTrace: (path, seconds) => profiler.profileTrace(path, seconds),
});

/** Makes the trace of a running chain, and reads its record. Nothing is made without a listener. */
export const evmTraceFeed = (chain: Chain, loop: CommandRunner, record: RecordOfChain): EvmTraceFeed => ({
  listenToTrace(listener) {
    const encoder = new LineEncoder();
    const emit = (line: RecordLine): void => listener(encoder.encode(line).trimEnd());
    let isStopped = false;
    let stop = (): void => undefined;
    const begin = async (): Promise<void> => {
      const { simNetwork, genesis } = chain;
      await record.flush();
      if (isStopped) return;
      const { size } = record;
      const recorded = size === undefined ? {} : { recorded: size };
      emit(headerLine('all'));
      emit(chainLine(chain));
      emit({ type: 'position', chain: genesis.chainId, events: simNetwork.events, ...recorded });
      stop = linesOf(chain, 'all', record.snapshots ?? new SnapshotNumbers(), emit);
    };
    // Between two events, the record and the network are at the same place. A chain that closes has no trace.
    loop.run(begin).catch(() => undefined);
    return () => {
      isStopped = true;
      stop();
    };
  },
  async readRecord(offset) {
    const piece = await record.read(offset);
    return piece && { chain: chain.genesis.chainId, ...piece };
  },
});
