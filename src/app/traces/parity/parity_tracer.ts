/**
 * Implements the traces of Parity's `trace_` methods, as Erigon answers them: frames as a list, without Ethereum's
 * precompiles, with gas that does not include the intrinsic gas, and Parity's texts for errors.
 */
import type { EvmReceipt } from '../../../backend/evm/block.js';
import type { EvmParityForm } from '../../../backend/evm/execution.js';
import { observedTogether } from '../../../evm/observer.js';
import { to0x } from '../../../kernel/hex.js';
import { type CallNode, CallTree, placeIn, transferNode } from '../call_tree.js';
import { REVERTED } from '../geth_error_text.js';
import { recordPrestate } from '../prestate.js';
import type { TracedMessage, TracedPlace, TracedRun, Tracer } from '../tracer.js';
import { parityError, partsOf } from '../tracers/flat_call_tracer.js';
import { stateDiff } from './state_diff.js';
import { VmTrace } from './vm_trace.js';

/** Estimates the characters of a frame without its data, and what each level adds to them. */
const FRAME_LENGTH = 640;
const LEVEL_LENGTH = 4;

/** Creates the tracer of a form. Its whole result is written at once. */
export const parityTracer = (message: TracedMessage, form: EvmParityForm): Tracer =>
  form.type === 'entries' ? entriesTracer(message, form) : replayTracer(message, form);

const treeOf = (message: TracedMessage): CallTree =>
  new CallTree(message, {
    ...{ onlyTopCall: false, withLog: false, ownGas: true },
    frameLength: (depth) => FRAME_LENGTH + LEVEL_LENGTH * depth,
  });

type EntriesForm = EvmParityForm & { readonly type: 'entries' };

/** Writes the frames that the form keeps, separated by commas, each with its place on the chain. */
function entriesTracer(message: TracedMessage, form: EntriesForm): Tracer {
  const tree = treeOf(message);
  return { observer: tree.observer, result: () => entriesOf(tree.root(), message.place, form) };
}

/** Returns the entry of a transfer, or nothing where the form does not keep it. */
export const entriesOfTransfer = (receipt: EvmReceipt, form: EntriesForm): string =>
  entriesOf(transferNode(receipt, true), placeIn(receipt), form);

function entriesOf(root: CallNode | undefined, place: TracedPlace | undefined, form: EntriesForm): string {
  const kept: string[] = [];
  const shownPlace = placeText(place);
  visit(root, [], (node, entry) => {
    const { from, to, attempted } = node;
    if (!form.keeps(from, to)) return;
    const created = form.withAttempted === true && attempted !== undefined ? `,"attempted":"${attempted}"` : '';
    kept.push(`${JSON.stringify(entry).slice(0, -1)}${shownPlace}${created}}`);
  });
  return kept.join(',');
}

/** Returns the members of an entry for its place, which are the same for all of a transaction. */
function placeText(place: TracedPlace | undefined): string {
  if (place === undefined) return '';
  const { blockHash, blockNumber, transactionHash, transactionIndex } = place;
  const block = `,"blockHash":"${to0x(blockHash)}","blockNumber":${blockNumber}`;
  return `${block},"transactionHash":"${to0x(transactionHash)}","transactionPosition":${transactionIndex}`;
}

/** Writes one object with the kinds of traces that the form requests. */
function replayTracer(message: TracedMessage, form: EvmParityForm & { readonly type: 'replay' }): Tracer {
  const { place, state } = message;
  const tree = form.trace ? treeOf(message) : undefined;
  const vm = form.vmTrace
    ? new VmTrace(message, form.prefix ?? (place ? `${place.transactionIndex}-` : ''))
    : undefined;
  const before = form.stateDiff ? recordPrestate(message, { withCode: true, withStorage: true }) : undefined;
  const observers = [tree?.observer, vm?.observer, before?.observer].filter((observer) => observer !== undefined);
  return {
    observer: observedTogether(observers),
    result: ({ output }: TracedRun) => {
      const entries: string[] = [];
      visit(tree?.root(), [], (_, entry) => entries.push(JSON.stringify(entry)));
      const diff = before === undefined ? 'null' : stateDiff(before.accounts, state);
      message.budget.take(diff.length);
      const hash = form.withHash && place ? `,"transactionHash":"${to0x(place.transactionHash)}"` : '';
      const head = `{"output":"${to0x(output)}","stateDiff":${diff},"trace":[${entries.join(',')}]`;
      return `${head}${hash},"vmTrace":${vm?.json ?? 'null'}}`;
    },
  };
}

/** Passes a frame and those below it to `take`, each before those that it calls. */
function visit(
  node: CallNode | undefined,
  traceAddress: readonly number[],
  take: (node: CallNode, entry: object) => void,
): void {
  if (node === undefined) return;
  const calls = node.calls.filter(
    ({ toPrecompile, type, value = '0x0' }) => !toPrecompile || type === 'SELFDESTRUCT' || value !== '0x0',
  );
  // The result of a creation that reverted has the address that it would have given.
  const { type, action, result = null } = partsOf({ ...node, to: node.to ?? node.attempted });
  const error = node.error === undefined ? {} : { error: parityError(node.error) };
  const hasResult = node.error === undefined || node.error === REVERTED;
  take(node, {
    ...{ action, ...error, result: hasResult ? result : null },
    ...{ subtraces: calls.length, traceAddress, type },
  });
  for (const [i, call] of calls.entries()) visit(call, [...traceAddress, i], take);
}
