/** Implements `decodedCallTracer`: the tree of `callTracer`, with contracts, functions, arguments, events and errors by name. */
import { type CallNode, CallTree } from '../../app/traces/call_tree.js';
import { flagOf } from '../../app/traces/config.js';
import { REVERTED, slotOf, wordText } from '../../app/traces/geth_error_text.js';
import type { TracedMessage, TracedRun, Tracer } from '../../app/traces/tracer.js';
import type { EthereumLog } from '../../codec/ethereum/receipt.js';
import { revertReason } from '../../codec/ethereum/revert_data.js';
import { type FrameStart, type OpcodeStep, observedTogether } from '../../evm/observer.js';
import { opcodeOf } from '../../evm/opcodes.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import {
  customErrorIn,
  decodedValues,
  eventIn,
  functionIn,
  SELECTOR_BYTES,
  specialIn,
} from '../../solidity/abi_names.js';
import type { CallRecorder } from '../../solidity/call_recorder.js';
import type { CompiledContract } from '../../solidity/compiled_contract.js';
import type { KnownContract } from '../../solidity/contract_index.js';
import { explainFailure } from '../../solidity/explain_failure.js';

const SSTORE = opcodeOf('SSTORE');
/** Characters of a frame and of a change of the storage, without their data. */
const FRAME_LENGTH = 480;
const CHANGE_LENGTH = 220;

/** Write of a frame to the storage of its account. */
interface StorageChange {
  readonly slot: string;
  readonly before: string;
  readonly after: string;
}

/** What the names of a frame follow from. */
interface SeenFrame {
  readonly start: FrameStart;
  known: KnownContract | undefined;
  /** Contracts of the frame and of those around it, the innermost first. */
  readonly around: readonly SeenFrame[];
  readonly events: ReturnType<typeof eventIn>[];
  readonly storage: StorageChange[];
}

/** Creates the tracer. `recorder` recognises the contracts. Throws HalleyError `invalid-argument` for an invalid config. */
export function decodedCallTracer(message: TracedMessage, recorder: CallRecorder): Tracer {
  const { budget, config } = message;
  const withStorage = flagOf(config, 'withStorage');
  const tree = new CallTree(message, { onlyTopCall: false, withLog: true, frameLength: () => FRAME_LENGTH });
  /** All frames in the order in which they begin. */
  const frames: SeenFrame[] = [];
  const open: SeenFrame[] = [];
  const observer = observedTogether([
    recorder,
    tree.observer,
    {
      enter: (start) => {
        const frame = { start, known: undefined, around: [...open].reverse(), events: [], storage: [] };
        if (!budget.isFull) frames.push(frame);
        open.push(frame);
      },
      step: (step) => {
        const frame = open.at(-1);
        if (frame === undefined || budget.isFull) return;
        frame.known ??= recorder.running?.known;
        if (withStorage && step.op === SSTORE && step.error === undefined && budget.take(CHANGE_LENGTH))
          frame.storage.push(changeOf(step));
      },
      exit: () => void open.pop(),
      log: ({ topics, data }: EthereumLog) => {
        const frame = open.at(-1);
        if (!budget.isFull) frame?.events.push(eventIn(topics, data, contractsOf(frame)));
      },
    },
  ]);
  return {
    observer,
    result: ({ gasUsed }: TracedRun) => {
      const root = tree.root(gasUsed);
      if (root === undefined) return 'null';
      const stack = recorder.failure && explainFailure(recorder.failure);
      const shown = new NamedTree(frames).shown(root);
      const text = JSON.stringify({
        ...shown,
        ...(stack?.length && { stack: stack.map((frame) => ({ ...frame, address: to0x(frame.address) })) }),
      });
      budget.take(text.length);
      return text;
    },
  };
}

function changeOf(step: OpcodeStep): StorageChange {
  const stack = step.stack();
  const [slot = 0n, value = 0n] = [stack.at(-1), stack.at(-2)];
  return { slot: to0x(slotOf(slot)), before: wordText(step.storage(slotOf(slot))), after: to0x(slotOf(value)) };
}

function* contractsOf({ known, around }: SeenFrame): Generator<CompiledContract> {
  for (const frame of [{ known }, ...around]) if (frame.known !== undefined) yield frame.known.contract;
}

/** Frames with names, in the order in which they begin. */
class NamedTree {
  #next = 0;

  constructor(private readonly frames: readonly SeenFrame[]) {}

  shown(node: CallNode): object {
    const frame = this.frames[this.#next++];
    const { calls, logs, revertReason: _, ...members } = node;
    return {
      ...members,
      ...(frame && namesOf(frame, node)),
      storage: frame?.storage.length ? frame.storage : undefined,
      logs: logs.length === 0 ? undefined : logs.map((log, i) => ({ ...log, ...frame?.events[i] })),
      calls: calls.length === 0 ? undefined : calls.map((call) => this.shown(call)),
    };
  }
}

function namesOf(frame: SeenFrame, { type, error, output }: CallNode): object {
  const { start, known } = frame;
  const data = fromHex(output);
  const revert = error === REVERTED ? (customErrorIn(data, contractsOf(frame)) ?? revertReason(data)) : undefined;
  if (known === undefined) return { revert };
  const { contract, code, isExact } = known;
  if (type === 'CREATE' || type === 'CREATE2') {
    const { inputs = [] } = specialIn(contract, 'constructor') ?? {};
    // Where the metadata differ, the start of the arguments is unknown.
    const given = isExact ? decodedValues(inputs, start.input.subarray(code.bytes.length)) : undefined;
    return { contract: contract.name, function: 'constructor', arguments: given, revert };
  }
  const called = functionIn(contract, start.input);
  if (called === undefined) {
    const receive = start.input.length === 0 ? specialIn(contract, 'receive') : undefined;
    return { contract: contract.name, function: (receive ?? specialIn(contract, 'fallback'))?.type, revert };
  }
  return {
    contract: contract.name,
    function: called.name,
    arguments: decodedValues(called.inputs ?? [], start.input.subarray(SELECTOR_BYTES)),
    outputs: error === undefined ? decodedValues(called.outputs ?? [], data) : undefined,
    revert,
  };
}
