/** Reads what a page shows of a chain besides rounds and the log. */
import { toUpperHex } from '../../../kernel/hex.js';
import type { ServedChain } from '../../served_chain.js';
import type { FeedMessage, Head, PacketTask } from '../wire.js';

/** Describes the newest block; undefined before the first one. */
export function headOf({ comet, evm }: ServedChain): Head | undefined {
  const height = comet.height();
  const stored = comet.block(height);
  if (stored === undefined) return undefined;
  const { header, txs } = stored.block;
  const fees = evm.fees(height);
  return {
    height: Number(height),
    hash: toUpperHex(stored.blockId.hash),
    time: Number(header.time / 1000n),
    round: comet.commit(height)?.commit.round ?? 0,
    txs: txs.length,
    gasUsed: `${fees?.gasUsed ?? 0n}`,
    baseFee: `${fees?.baseFeePerGas ?? 0n}`,
  };
}

export const mempoolOf = ({ evm }: ServedChain): FeedMessage => ({ type: 'mempool', ...evm.pooledCounts() });

export const controlsOf = (chain: ServedChain): FeedMessage => ({ type: 'controls', controls: chain.controls() });

/** Lists what the relayer has to do. */
export function packetsOf({ evm }: ServedChain): FeedMessage {
  const tasks = evm
    .relayer()
    .pending()
    .map(
      ({ kind, chain, from, packet, failure }): PacketTask => ({
        kind,
        from,
        to: chain,
        ...(packet && { port: packet.port, channel: packet.channel, sequence: `${packet.sequence}` }),
        ...(failure !== undefined && { failure }),
      }),
    );
  return { type: 'packets', tasks };
}
