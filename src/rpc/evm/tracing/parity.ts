/** Answers the methods of `trace_`: lists of frames or replays, streamed while blocks run again. */
import {
  type EvmParityForm,
  type EvmTraceOptions,
  type EvmTraceOutcome,
  NO_STEPS,
} from '../../../backend/evm/execution.js';
import { isGone } from '../../../kernel/fair_scheduler.js';
import { to0x } from '../../../kernel/hex.js';
import type { TextSink } from '../../../kernel/text_stream.js';
import { refusal } from '../../jsonrpc/errors.js';
import { Streamed } from '../../jsonrpc/streamed.js';
import { checkHistory, heightOf } from '../blocks.js';
import type { EvmContext } from '../context.js';
import type { BlockParam } from '../params/block.js';

/** Longest time of one transaction's trace, in milliseconds: that of geth's traces. */
const TIMEOUT_MS = 5000;

/** Traces with these options. Resolves to undefined where nothing can be traced, as in the genesis. */
type Trace = (options: EvmTraceOptions) => Promise<EvmTraceOutcome | undefined>;

const optionsOf = ({ limits, peer }: EvmContext, parity: EvmParityForm, out: TextSink): EvmTraceOptions => ({
  ...{ tracer: undefined, tracerConfig: {}, parity, timeoutMs: TIMEOUT_MS, maxLength: limits.responseBytes, out },
  structLogs: NO_STEPS,
  client: { id: peer.id, gone: () => out.closed || isGone(peer) },
});

/** Elements of a JSON list, written one after another. */
class Elements implements TextSink {
  #begun = false;

  constructor(
    private readonly out: TextSink,
    /** Whether the list needs no more elements. */
    readonly isFull: () => boolean,
  ) {}

  get closed(): boolean {
    return this.out.closed || this.isFull();
  }

  write(text: string): Promise<void> | undefined {
    if (text === '') return this.out.write('');
    const separator = this.#begun ? ',' : '[';
    this.#begun = true;
    return this.out.write(separator + text);
  }

  /** Ends the list. A list that failed is ended only if it has begun. */
  end(failed: boolean): void {
    if (this.#begun) this.out.write(']');
    else if (!failed) this.out.write('[]');
  }
}

/** Streams a list to which each of `traces` adds elements, until the list is full. */
export const parityList = (
  context: EvmContext,
  parity: EvmParityForm,
  traces: (evm: EvmContext['evm']) => Iterable<Trace> | Promise<Iterable<Trace>>,
  isFull: () => boolean = () => false,
): Streamed =>
  new Streamed(async (out) => {
    const elements = new Elements(out, isFull);
    try {
      for (const trace of await traces(context.evm)) {
        if (elements.closed) break;
        const outcome = await trace(optionsOf(context, parity, elements));
        if (outcome?.type === 'refused' && !isFull()) throw refusal(outcome.reason);
      }
    } catch (error) {
      elements.end(true);
      throw error;
    }
    elements.end(false);
  });

/** Streams the one trace that `trace` writes. */
export const parityTrace = (context: EvmContext, parity: EvmParityForm, trace: Trace): Streamed =>
  new Streamed(async (out) => {
    const outcome = await trace(optionsOf(context, parity, out));
    if (outcome?.type === 'refused') throw refusal(outcome.reason);
  });

/** Matches every frame. */
export const EVERY_FRAME: EvmParityForm = { type: 'entries', keeps: () => true };

/** Returns the height of a block. Throws RpcError with Erigon's text for a block that does not exist. */
export function parityHeight({ evm }: EvmContext, block: BlockParam): bigint {
  const height = heightOf(evm, block);
  if (height === undefined)
    throw refusal(`could not find block ${block.type === 'number' ? block.number : nameOf(block)}`);
  checkHistory(evm, height);
  return height;
}

const nameOf = (block: BlockParam): string => (block.type === 'hash' ? to0x(block.hash) : block.type);
