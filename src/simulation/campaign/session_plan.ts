/**
 * Draws a random session from a seed: validators and powers, links and timeouts, and when faults begin and end. Before
 * `quietAt`, every fault that safety must survive may happen. After it, less than a third of the power is faulty, so
 * the chain must make progress.
 */
import { type ConsensusTimeouts, DEFAULT_TIMEOUTS } from '../../consensus/env.js';
import { RandomStream, seedStream } from '../../kernel/random.js';
import type { Command } from '../apply_command.js';
import type { AnyFaultDefinition } from '../fault_registry.js';
import { FAULTS } from '../faults/index.generated.js';
import { FaultDraws, isNumbered, PERMANENT_PLACES, someNodes } from './fault_draws.js';

const MS = 1_000_000n;

export interface Plan {
  readonly seed: string;
  /** Powers of the genesis validators. */
  readonly powers: readonly bigint[];
  /** Number of nodes whose keys are not in the genesis set; some join later. */
  readonly watchers: number;
  readonly timeouts: ConsensusTimeouts;
  readonly linkDelay: bigint;
  /** Commands by `at`, the nanoseconds after the start at which each is due. */
  readonly commands: readonly { readonly at: bigint; readonly command: Command }[];
  readonly quietAt: bigint;
  /** Nodes that never restart or stay byzantine. */
  readonly lost: readonly number[];
  /** Heights at which a proposer requests a new power for a key, given by its number. */
  readonly updates: readonly { readonly height: bigint; readonly key: number; readonly power: bigint }[];
  /** Makes the application reject one in this many proposals; 0 rejects none. */
  readonly refusals: number;
  /** First height at which votes have extensions; 0 for none. Numbered seeds have none. */
  readonly extendedFrom: bigint;
  /** First height whose block has its proposer's time (PBTS); 0 for none. Numbered seeds have none. */
  readonly pbtsFrom: bigint;
  /** Number of heights that every node must reach after `quietAt`. */
  readonly heights: bigint;
}

/** Most validators of most sessions; one session in a hundred has more. */
const MOST_NODES = 7;
/** Most byzantine nodes, because every node sends all evidence to every other. Further lost nodes crash. */
const MOST_LIARS = 2;
const CROWDS = [12, 25, 100] as const;

/** Draws the plan of a seed from `definitions`, the faults that exist. */
export function planOf(seed: string, definitions: readonly AnyFaultDefinition[] = FAULTS): Plan {
  const random = new RandomStream(seedStream(seed, 'plan'));
  const count = random.probability(0.01)
    ? (CROWDS[random.below(CROWDS.length)] as number)
    : 1 + random.below(MOST_NODES);
  const isCrowd = count > MOST_NODES;
  const equal = random.probability(0.5);
  const powers = Array.from({ length: count }, () => BigInt(equal ? 10 : 1 + random.below(20)));
  const watchers = random.probability(0.2) && !isCrowd ? 1 + random.below(2) : 0;
  // A lone validator that skips the commit timeout would decide endlessly at one instant.
  const skipTimeoutCommit = random.probability(0.2) && count > 1;
  const quietAt = BigInt(1 + random.below(isCrowd || skipTimeoutCommit ? 4000 : 12_000)) * MS;
  const draws = new FaultDraws(seed, count + watchers, definitions);
  const draft = new Draft(random, draws, powers, watchers, quietAt);
  if (random.probability(0.3)) draft.lose();
  draft.cutLinks(new RandomStream(seedStream(seed, 'cut links')));
  const faults = random.probability(0.05) ? 0 : 1 + random.below(5);
  for (let i = 0; i < faults; i++) draft.transient(i);
  const updates = random.probability(0.3) && draft.lost.length === 0 ? drawUpdates(random, count, watchers) : [];
  return {
    seed,
    powers,
    watchers,
    timeouts: { ...DEFAULT_TIMEOUTS, skipTimeoutCommit },
    linkDelay: BigInt((skipTimeoutCommit ? 50 : 1) + random.below(100)) * MS,
    commands: draft.commands.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    quietAt,
    lost: draft.lost,
    updates,
    refusals: random.probability(0.2) ? 2 + random.below(6) : 0,
    extendedFrom: isNumbered(seed) ? 0n : drawFirstHeight(new RandomStream(seedStream(seed, 'vote extensions'))),
    pbtsFrom: isNumbered(seed) ? 0n : drawFirstHeight(new RandomStream(seedStream(seed, 'pbts'))),
    heights: BigInt(isCrowd ? 1 : 2 + random.below(2)),
  };
}

const drawFirstHeight = (random: RandomStream): bigint => (random.probability(0.3) ? BigInt(1 + random.below(3)) : 0n);

function drawUpdates(random: RandomStream, count: number, watchers: number): Plan['updates'] {
  return Array.from({ length: 1 + random.below(3) }, (_, i) => ({
    height: BigInt(1 + 2 * i + random.below(2)),
    key: random.below(count + watchers),
    power: BigInt(1 + random.below(20)),
  }));
}

/** Collects the commands of one plan. */
class Draft {
  readonly commands: { at: bigint; command: Command }[] = [];
  lost: number[] = [];

  constructor(
    private readonly random: RandomStream,
    private readonly draws: FaultDraws,
    private readonly powers: readonly bigint[],
    private readonly watchers: number,
    private readonly quietAt: bigint,
  ) {}

  private get size(): number {
    return this.powers.length + this.watchers;
  }

  private someTime(from = 0n): bigint {
    return from + ((this.quietAt - from) * BigInt(this.random.below(1000))) / 1000n;
  }

  /** Makes nodes with less than a third of the power faulty permanently: they crash or become byzantine. */
  lose(): void {
    const total = this.powers.reduce((sum, power) => sum + power, 0n);
    let power = 0n;
    for (let tries = 0; tries < this.powers.length; tries++) {
      const node = this.random.below(this.powers.length);
      const more = power + (this.powers[node] as bigint);
      if (more * 3n >= total || this.lost.includes(node)) continue;
      power = more;
      this.lost.push(node);
      this.commands.push({ at: this.someTime(), command: this.permanent(node) });
    }
  }

  /**
   * Cuts links by command, for a while or permanently. A permanent cut must leave the honest nodes connected through
   * others, because some node has to relay the messages.
   */
  cutLinks(random: RandomStream): void {
    if (this.size > MOST_NODES || !random.probability(0.25)) return;
    const isForEver = random.probability(0.5);
    const lasting = Array.from({ length: this.size }, (_, node) => node).filter((node) => !this.lost.includes(node));
    for (let node = 0; node < this.size; node++)
      for (let peer = node + 1; peer < this.size; peer++) {
        if (!random.probability(0.5)) continue;
        const isNeeded = Math.abs(lasting.indexOf(node) - lasting.indexOf(peer)) === 1;
        if (isForEver && isNeeded) continue;
        this.commands.push({ at: this.timeOf(random), command: { type: 'disconnect', node, peer } });
        if (!isForEver) this.commands.push({ at: this.quietAt, command: { type: 'connect', node, peer } });
      }
  }

  private timeOf(random: RandomStream): bigint {
    return (this.quietAt * BigInt(random.below(1000))) / 1000n;
  }

  private permanent(node: number): Command {
    const place = this.random.below(PERMANENT_PLACES);
    if (place === 0 || this.lost.length > MOST_LIARS) return { type: 'crash', node };
    return { type: 'setFault', name: `lost ${node}`, fault: this.draws.permanent(place, node) };
  }

  /** Adds a fault that begins and ends, at the latest at `quietAt`. */
  transient(number: number): void {
    const from = this.random.probability(0.3) ? 0n : this.someTime();
    const until = this.random.probability(0.5) ? this.quietAt : this.someTime(from);
    if (this.random.probability(0.15)) {
      for (const node of someNodes(this.random, this.size)) {
        if (this.lost.includes(node)) continue;
        this.commands.push({ at: from, command: { type: 'crash', node } });
        this.commands.push({ at: until, command: { type: 'restart', node } });
      }
      return;
    }
    const name = `fault ${number}`;
    this.commands.push({ at: from, command: { type: 'setFault', name, fault: this.draws.transient(this.random) } });
    this.commands.push({ at: until, command: { type: 'setFault', name, fault: undefined } });
  }
}
