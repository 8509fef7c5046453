/** `callTracer`: the calls of a run as a tree (go-ethereum `eth/tracers/native/call.go`; evm-json-rpc.md 5.7). */
import type { EthereumLog } from '../../../codec/cosmos_tx.js';
import { revertReason } from '../../../codec/revert_reason.js';
import type { FrameEnd, FrameStart } from '../../../evm/observer.js';
import { to0x } from '../../../kernel/hex.js';
import { flagOf } from '../config.js';
import type { TracedMessage, TracedRun, Tracer, TracerDefinition } from '../tracer.js';

const REVERTED = 'execution reverted';
/** Characters of a frame or a log besides its data. */
const FRAME_LENGTH = 320;

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  /** In the block, of those that stay. */
  readonly index: string;
  /** How many calls of its frame came before it. */
  readonly position: string;
}

/** In the order of geth's answers. */
interface Frame {
  from: string;
  gas: string;
  gasUsed: string;
  to?: string | undefined;
  input: string;
  output?: string;
  error?: string;
  revertReason?: string;
  calls?: Frame[];
  logs?: Log[] | undefined;
  value?: string;
  type: string;
}

/** A frame under way. */
interface Open {
  readonly frame: Frame;
  readonly calls: Frame[];
  readonly logs: Log[];
}

const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;

export const callTracer: TracerDefinition = {
  name: 'callTracer',
  create({ gas, logsBefore, config, room }: TracedMessage): Tracer {
    const onlyTopCall = flagOf(config, 'onlyTopCall');
    const withLog = flagOf(config, 'withLog');
    const open: Open[] = [];
    let root: Frame | undefined;
    let logCount = logsBefore;
    /** Logs of the block when each frame under way began: those of one that fails are taken back. */
    const counts: number[] = [];

    const isSkipped = (depth: number): boolean => room.isFull || (onlyTopCall && depth > 0);

    const enter = (start: FrameStart): void => {
      counts.push(logCount);
      if (isSkipped(start.depth) || !room.take(FRAME_LENGTH + 2 * start.input.length)) return;
      open.push({ frame: frameOf(start, start.depth === 0 ? gas : start.gas), calls: [], logs: [] });
    };
    const exit = (end: FrameEnd): void => {
      const before = counts.pop();
      if (end.error !== undefined) logCount = before ?? logCount;
      if (isSkipped(end.depth)) return;
      const ended = open.pop();
      if (ended === undefined || !room.take(2 * end.output.length)) return;
      const frame = closed(ended, end);
      const parent = open.at(-1);
      if (parent === undefined) root = frame;
      else parent.calls.push(frame);
    };
    const log = ({ address, topics, data }: EthereumLog): void => {
      const index = quantity(logCount++);
      const current = open.at(-1);
      if (current === undefined || isSkipped(counts.length - 1) || !room.take(FRAME_LENGTH + 2 * data.length)) return;
      const position = quantity(current.calls.length);
      current.logs.push({ address: to0x(address), topics: topics.map(to0x), data: to0x(data), index, position });
    };
    return {
      observer: { enter, exit, ...(withLog && { log }) },
      result: ({ gasUsed }: TracedRun) => {
        if (root !== undefined) root.gasUsed = quantity(gasUsed);
        if (root !== undefined && withLog) withoutLostLogs(root, false);
        return JSON.stringify(root ?? null);
      },
    };
  },
};

const frameOf = ({ type, from, to, input, value }: FrameStart, gas: bigint): Frame => ({
  from: to0x(from),
  gas: quantity(gas),
  gasUsed: '0x0',
  to: to0x(to),
  input: to0x(input),
  type,
  ...(type !== 'STATICCALL' && { value: quantity(value) }),
});

function closed({ frame, calls, logs }: Open, { output, gasUsed, error }: FrameEnd): Frame {
  const { from, gas, to, input, value, type } = frame;
  const created = type === 'CREATE' || type === 'CREATE2';
  const shows = output.length > 0 && (error === undefined || error === REVERTED);
  const reason = error === REVERTED ? revertReason(output) : undefined;
  return {
    from,
    gas,
    gasUsed: quantity(gasUsed),
    ...((error === undefined || !created) && { to }),
    input,
    ...(shows && { output: to0x(output) }),
    ...(error !== undefined && { error }),
    ...(reason !== undefined && { revertReason: reason }),
    ...(calls.length > 0 && { calls }),
    ...(logs.length > 0 && { logs }),
    ...(value !== undefined && { value }),
    type,
  };
}

/** What a frame said that failed, or stood in one that did, is on no receipt. */
function withoutLostLogs(frame: Frame, lost: boolean): void {
  const failed = lost || frame.error !== undefined;
  if (failed) delete frame.logs;
  for (const call of frame.calls ?? []) withoutLostLogs(call, failed);
}
