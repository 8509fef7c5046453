/** Makes the trace of a running chain. Nothing is made without a listener. */
import type { EvmTraceFeed } from '../../../backend/evm/trace_feed.js';
import type { Chain } from '../../chain/chain.js';
import { chainLine, linesOf } from '../../records/chain_lines.js';
import { LineEncoder } from '../../records/line_text.js';
import { headerLine, type RecordLine } from '../../records/record_line.js';

export const evmTraceFeed = (chain: Chain): EvmTraceFeed => ({
  listenToTrace(listener) {
    const encoder = new LineEncoder();
    const emit = (line: RecordLine): void => listener(encoder.encode(line).trimEnd());
    emit(headerLine('all'));
    emit(chainLine(chain));
    return linesOf(chain, 'all', emit);
  },
});
