/** Makes the relayer lose a number of packets or acknowledgements, of one channel or of any. */
import type { Task } from '../../relayer/task.js';
import { count, type Members, oneOf, optionsOf, text, whole } from '../../settings/reader.js';

export interface DropRule {
  /**
   * Kind of message to drop. A dropped `packet` is never received, so it times out. A dropped `acknowledgement` never
   * reaches the packet's sender.
   */
  readonly kind: 'packet' | 'acknowledgement';
  /** Chain that sent the packet. The default is any chain. */
  readonly chain?: string;
  /** Channel on the sender's chain. The default is any channel. */
  readonly channel?: string;
  readonly sequence?: bigint | number;
  /** Number of losses. The default is 1. */
  readonly count?: number;
}

interface Open {
  readonly rule: DropRule;
  readonly left: number;
}

export interface DropsSnapshot {
  readonly rules: readonly Open[];
  readonly dropped: ReadonlySet<string>;
}

const RULE = {
  kind: oneOf('packet', 'acknowledgement'),
  chain: text,
  channel: text,
  sequence: count(1),
  count: whole(1),
} satisfies Members<DropRule>;
const readDropRule = optionsOf<DropRule>('drop', RULE, ['kind']);

export class Drops {
  #rules: readonly Open[] = [];
  #dropped: ReadonlySet<string> = new Set();

  /** Adds a rule. Throws HalleyError `invalid-argument`. */
  add(given: DropRule): void {
    const rule = readDropRule(given);
    this.#rules = [...this.#rules, { rule, left: rule.count ?? 1 }];
  }

  /** Returns whether the task is lost. The first loss of a task counts against its rule. */
  takes(task: Task): boolean {
    if (this.#dropped.has(task.name)) return true;
    const at = this.#rules.findIndex(({ rule }) => matches(rule, task));
    const open = this.#rules[at];
    if (open === undefined) return false;
    const left = open.left - 1;
    this.#rules = [...this.#rules.slice(0, at), ...(left > 0 ? [{ ...open, left }] : []), ...this.#rules.slice(at + 1)];
    this.#dropped = new Set([...this.#dropped, task.name]);
    return true;
  }

  snapshot(): DropsSnapshot {
    return { rules: this.#rules, dropped: this.#dropped };
  }

  restore({ rules, dropped }: DropsSnapshot): void {
    this.#rules = rules;
    this.#dropped = dropped;
  }
}

function matches({ kind, chain, channel, sequence }: DropRule, task: Task): boolean {
  if (task.kind !== kind || task.packet === undefined) return false;
  const sender = kind === 'packet' ? task.from : task.on;
  return (
    (chain === undefined || chain === sender) &&
    (channel === undefined || channel === task.packet.channel) &&
    (sequence === undefined || BigInt(sequence) === task.packet.sequence)
  );
}
