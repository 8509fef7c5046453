/** Makes the trace of a running chain, and reads its record. Nothing is made without a listener. */
import type { EvmTraceFeed } from '../../../backend/evm/trace_feed.js';
import type { Chain } from '../../chain/chain.js';
import type { RecordOfChain } from '../../chain/chain_activity.js';
import { SnapshotNumbers } from '../../chain/snapshot_numbers.js';
import { chainLine, linesOf } from '../../records/chain_lines.js';
import { LineEncoder } from '../../records/line_text.js';
import { headerLine, type RecordLine } from '../../records/record_line.js';
import type { CommandRunner } from '../../runtime/loop.js';

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
