/** Summarizes a scenario for a list with pictures: its topic, what happens to which validator, and how it ends. */
import type { Expectation, Scenario, TimelineEntry } from './scenario.js';
import type { BegunFault } from './verbs/fault.js';

export const TOPICS = [
  'First steps',
  'Crashes',
  'Partitions',
  'Proposals',
  'Votes and locks',
  'Liars',
  'Time and sets',
] as const;

export interface Sketch {
  readonly topic: (typeof TOPICS)[number];
  readonly validators: number;
  /** What happens to validators, by index: the first thing counts. */
  readonly marks: Readonly<Record<number, 'down' | 'proposal' | 'vote' | 'liar' | 'clock' | 'power'>>;
  /** Groups of the first partition; `undefined` without one. */
  readonly groups?: readonly (readonly number[])[];
  /** Cut links. */
  readonly cuts: readonly (readonly number[])[];
  /** How it ends, as its expectations say. */
  readonly end: string;
}

type Mark = Sketch['marks'][number];

const MARK_OF_FAULT: Readonly<Record<string, Mark>> = {
  amnesia: 'liar',
  'double-proposal': 'liar',
  equivocate: 'liar',
  'late-proposal': 'proposal',
  'nil-prevotes': 'vote',
  'silent-proposer': 'proposal',
  skew: 'clock',
  'withhold-proposal': 'proposal',
};

const TOPIC_OF_MARK = {
  down: 'Crashes',
  proposal: 'Proposals',
  vote: 'Votes and locks',
  liar: 'Liars',
  clock: 'Time and sets',
  power: 'Time and sets',
} as const satisfies Record<Mark, Sketch['topic']>;

/** Marks of which the most telling one gives the topic. */
const RANKS: readonly Mark[] = ['liar', 'clock', 'power', 'vote', 'proposal', 'down'];

interface VerbData {
  readonly validator?: number;
  readonly validators?: readonly number[];
  readonly groups?: readonly (readonly number[])[];
  readonly up?: boolean;
}

/** Returns the validators that an entry marks. */
function marksOf({ verb, data }: TimelineEntry): readonly (readonly [number, Mark])[] {
  const { validator, validators = [] } = data as VerbData;
  const marked = (mark: Mark): readonly (readonly [number, Mark])[] =>
    [...validators, ...(validator === undefined ? [] : [validator])].map((index) => [index, mark]);
  switch (verb.name) {
    case 'crash':
      return marked('down');
    case 'skew':
      return marked('clock');
    case 'power':
      return marked('power');
    case 'light-client-attack':
      return marked('liar');
    case 'fault': {
      const { fault } = data as BegunFault;
      const { node, signer } = fault as { readonly node?: number; readonly signer?: number };
      const mark = MARK_OF_FAULT[fault.type];
      if (mark !== undefined && node !== undefined) return [[node, mark]];
      return signer === undefined ? [] : [[signer, 'vote']];
    }
    default:
      return [];
  }
}

const isVote = ({ verb, data }: TimelineEntry): boolean =>
  verb.name === 'fault' && ['drop', 'delay'].includes((data as BegunFault).fault.type);

function topicOf({ timeline }: Scenario, marks: readonly Mark[]): Sketch['topic'] {
  const verbs = timeline.map(({ verb }) => verb.name);
  const rank = RANKS.find((mark) => marks.includes(mark));
  if (rank !== undefined && rank !== 'proposal' && rank !== 'down') return TOPIC_OF_MARK[rank];
  if (verbs.includes('partition')) return 'Partitions';
  if (timeline.some(isVote)) return 'Votes and locks';
  if (rank !== undefined) return TOPIC_OF_MARK[rank];
  return verbs.includes('add-validator') ? 'Time and sets' : 'First steps';
}

function endOf(expectations: readonly Expectation[]): string {
  const of = (name: string): readonly Readonly<Record<string, unknown>>[] =>
    expectations.flatMap(({ definition, data }) =>
      definition.name === name ? [data as Readonly<Record<string, unknown>>] : [],
    );
  if (of('conflict').length > 0) return 'fork';
  if (of('halt').length > 0) return 'stuck';
  const jailed = of('validator').filter((data) => data['jailed'] === true).length;
  if (jailed > 0) return jailed === 1 ? 'jailed' : `${jailed} jailed`;
  const rounds = of('block').flatMap(({ round }) => (typeof round === 'number' ? [round] : []));
  return rounds.length === 0 ? 'decided' : `round ${Math.max(...rounds)}`;
}

/** Returns the sketch of a scenario. */
export function sketchOf(scenario: Scenario): Sketch {
  const all = scenario.timeline.flatMap(marksOf);
  const partition = scenario.timeline.find(({ verb }) => verb.name === 'partition');
  const groups = partition && (partition.data as VerbData).groups;
  return {
    topic: topicOf(
      scenario,
      all.map(([, mark]) => mark),
    ),
    validators: scenario.validators,
    marks: Object.fromEntries([...all].reverse()),
    ...(groups !== undefined && { groups }),
    cuts: scenario.timeline.flatMap(({ verb, data }) => {
      const { validators, up } = data as VerbData;
      return verb.name === 'link' && up === false && validators !== undefined ? [validators] : [];
    }),
    end: endOf(scenario.expectations),
  };
}
