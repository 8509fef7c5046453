/** Converts V8's profiles to samples of pprof: the own share of each node, under the stack that leads to it. */
import type { Frame, Sample } from './pprof.js';

/** Follows V8's inspector protocol: lines count from 0. */
interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: readonly number[];
  }[];
  /** Ids of nodes. */
  readonly samples?: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas?: readonly number[];
}

export interface HeapNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  /** Bytes. */
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

export interface HeapProfile {
  readonly head: HeapNode;
  readonly samples: readonly { readonly nodeId: number }[];
}

const frameOf = ({ functionName, url, lineNumber }: CallFrame): Frame => ({
  name: functionName === '' ? '(anonymous)' : functionName,
  file: url,
  line: lineNumber + 1,
});

const NANOS_PER_MICROSECOND = 1000;
/** Name of the time in which no code ran. */
const IDLE = '(idle)';
const ROOT = '(root)';

/** Returns samples with the count and the nanoseconds of CPU. */
export function cpuSamples({ nodes, samples = [], timeDeltas = [] }: CpuProfile): readonly Sample[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const own = new Map<number, [count: number, nanos: number]>();
  samples.forEach((id, index) => {
    const [count, nanos] = own.get(id) ?? [0, 0];
    own.set(id, [count + 1, nanos + NANOS_PER_MICROSECOND * Math.max(0, timeDeltas[index] ?? 0)]);
  });
  return [...own].flatMap(([leaf, values]) => {
    const stack: Frame[] = [];
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const node = byId.get(id);
      if (node !== undefined && node.callFrame.functionName !== ROOT) stack.push(frameOf(node.callFrame));
    }
    return stack.length === 0 || stack[0]?.name === IDLE ? [] : [{ stack, values }];
  });
}

/**
 * Returns samples with the count and the bytes of what was allocated since sampling began, and is not collected yet.
 */
export function heapSamples({ head, samples }: HeapProfile): readonly Sample[] {
  const counts = new Map<number, number>();
  for (const { nodeId } of samples) counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  const out: Sample[] = [];
  const visit = (node: HeapNode, callers: readonly Frame[]): void => {
    const stack = node.callFrame.functionName === ROOT ? callers : [frameOf(node.callFrame), ...callers];
    if (node.selfSize > 0 && stack.length > 0) out.push({ stack, values: [counts.get(node.id) ?? 0, node.selfSize] });
    for (const child of node.children) visit(child, stack);
  };
  visit(head, []);
  return out;
}
