/** Makes the lines of a chain's inputs and effects, in the same way when it runs and when it is replayed. */
import { genesisToJson } from '../../consensus/types/genesis.js';
import type { Json } from '../../kernel/json.js';
import { type NetworkInput, networkEventJson, type SimNetwork } from '../../simulation/index.js';
import type { Chain } from '../chain/chain.js';
import type { ChainActivity } from '../chain/chain_activity.js';
import type { SnapshotNumbers } from '../chain/snapshot_numbers.js';
import type { ChainLine, EffectLine, Effects, InputLine, RecordLine, TransactionLine } from './record_line.js';

/** Returns the line of a decided height. */
export function decidedLine(
  chain: string,
  { events }: SimNetwork,
  { decided, response }: Extract<ChainActivity, { type: 'decided' }>,
): EffectLine {
  const { block, blockId, seenCommit } = decided;
  const { height, time } = block.header;
  const { round } = seenCommit;
  const { appHash } = response;
  const txs = block.txs.length;
  return { type: 'decided', chain, events, height, round, time, hash: blockId.hash, appHash, txs };
}

/** Passes on the events of a network, unless `effects` leaves them out. Returns the function that stops it. */
export function onEvents(
  chain: string,
  network: SimNetwork,
  effects: Effects,
  emit: (line: EffectLine) => void,
): () => void {
  if (effects === 'heights') return () => undefined;
  return network.listen((event) =>
    emit({ type: 'event', chain, events: network.events, event: networkEventJson(event) }),
  );
}

/** Chain of an input. */
interface InputOfChain {
  readonly chain: string;
  /** Numbers of the snapshots of the chain's network. */
  readonly snapshots: SnapshotNumbers;
  /** Returns the newest height. */
  readonly height: () => bigint;
}

/**
 * Returns the line of an input; undefined for a reply that follows from the state. A restore of a network that is no
 * snapshot is a rollback, before which the blocks were reverted.
 */
function inputLine({ chain, snapshots, height }: InputOfChain, input: NetworkInput): InputLine | undefined {
  const at = { chain, events: input.afterEvents };
  switch (input.type) {
    case 'command':
      return { type: 'command', ...at, command: input.command };
    case 'reply': {
      const { call, reply } = input;
      if (reply.type !== 'prepareProposal' || call?.type !== 'prepareProposal') return undefined;
      return { type: 'proposal', ...at, node: call.node, height: call.request.height, txs: reply.txs };
    }
    case 'snapshot':
      return { type: 'snapshot', ...at, snapshot: snapshots.get(input.snapshot) ?? 0 };
    case 'restore': {
      const snapshot = snapshots.get(input.snapshot);
      if (snapshot === undefined) return { type: 'rollback', ...at, height: height() };
      return { type: 'revert', ...at, snapshot, height: height() };
    }
  }
}

/** Returns the line that begins a chain. */
export function chainLine({ genesis, seed, keys, timeouts, blockStore }: Chain): ChainLine {
  const { chainId: chain } = genesis;
  const document = genesisToJson(genesis) as unknown as Json;
  return {
    type: 'chain',
    chain,
    height: blockStore.height,
    seed,
    validators: keys.length,
    timeouts,
    genesis: document,
  };
}

/** Passes on the lines of a running chain from now on. Returns the function that stops it. */
export function linesOf(
  chain: Chain,
  effects: Effects,
  snapshots: SnapshotNumbers,
  emit: (line: RecordLine) => void,
): () => void {
  const { simNetwork, blockStore, activity } = chain;
  const { chainId } = chain.genesis;
  const of: InputOfChain = { chain: chainId, snapshots, height: () => blockStore.height };
  const onInput = (input: NetworkInput): void => {
    if (input.type === 'snapshot') snapshots.add(input.snapshot);
    const line = inputLine(of, input);
    if (line !== undefined) emit(line);
  };
  const onActivity = (happened: ChainActivity): void => {
    if (happened.type === 'decided') emit(decidedLine(chainId, simNetwork, happened));
    else if (happened.type === 'stepped') emit({ type: 'position', chain: chainId, events: simNetwork.events });
    else emit(transactionLine(chainId, simNetwork.events, happened));
  };
  const stops = [
    simNetwork.onInput(onInput),
    activity.listen(onActivity),
    onEvents(chainId, simNetwork, effects, emit),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function transactionLine(
  chain: string,
  events: number,
  { type, tx, hash, code, log }: Extract<ChainActivity, { type: 'transaction' }>,
): TransactionLine {
  return { type, chain, events, hash, ...(code !== undefined && { code }), ...(log !== undefined && { log }), tx };
}
