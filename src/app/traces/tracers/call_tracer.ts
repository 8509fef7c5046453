/**
 * Implements `callTracer`: the calls of a run as a tree (go-ethereum `eth/tracers/native/call.go`; evm-json-rpc.md
 * 5.7).
 */
import { defined } from '../../../kernel/defined.js';
import { type CallNode, CallTree, transferNode } from '../call_tree.js';
import { flagOf } from '../config.js';
import type { TracedMessage, TracedRun, Tracer, TracerDefinition } from '../tracer.js';

/** Estimates the characters of a frame without its data. */
const FRAME_LENGTH = 320;

export const tracer: TracerDefinition = {
  name: 'callTracer',
  create(message: TracedMessage): Tracer {
    const { config } = message;
    const [onlyTopCall, withLog] = [flagOf(config, 'onlyTopCall'), flagOf(config, 'withLog')];
    const tree = new CallTree(message, { onlyTopCall, withLog, frameLength: () => FRAME_LENGTH });
    return {
      observer: tree.observer,
      result: ({ gasUsed }: TracedRun) => {
        const root = tree.root(gasUsed);
        return JSON.stringify(root === undefined ? null : shown(root, false));
      },
    };
  },
  ofTransfer: (receipt) => JSON.stringify(shown(transferNode(receipt), false)),
};

/**
 * Returns a frame as JSON, with members in geth's order. Logs of a failed frame, and of frames inside it, are left out,
 * because no receipt has them.
 */
function shown(node: CallNode, lost: boolean): object {
  const { type, from, to, input, gas, gasUsed, value, output, error, revertReason, calls, logs } = node;
  const failed = lost || error !== undefined;
  return defined({
    from,
    gas,
    gasUsed,
    to,
    input,
    output: output === '0x' ? undefined : output,
    error,
    revertReason,
    calls: calls.length === 0 ? undefined : calls.map((call) => shown(call, failed)),
    logs: logs.length === 0 || failed ? undefined : logs,
    value,
    type,
  });
}
