/** Describes in a sentence what happens at an instant, with the number that matters, from the state alone. */
import type { BlockLetters } from './block_letters.js';
import { type Face, faceOf, heightShown } from './face.js';
import { type Group, groupsOf, isStuck } from './groups.js';
import { type NetworkState, nameOf } from './network_state.js';
import type { Choice, Powers } from './vote_set.js';

/** Texts of the narrator. */
export interface Narration {
  readonly phase: 'propose' | 'prevote' | 'precommit' | 'commit' | 'stuck' | 'fork' | 'reverted';
  readonly place: string;
  readonly title: string;
  readonly why: string;
  /** Rounds of an undecided block that have failed, from the number that is no accident. */
  readonly failed?: number;
}

/** Least number of failed rounds that is called a state of its own. */
const MANY_ROUNDS = 2;

/** Blocks that a revert took back, in the form in which the narrator says them. */
interface Undone {
  readonly height: number;
}

export interface Scene {
  readonly state: NetworkState;
  readonly at: number;
  /** Height of the block that is shown. */
  readonly height: number;
  readonly letters: BlockLetters;
  /** Blocks that a revert took back, while nothing has happened since. */
  readonly undone: readonly Undone[];
}

const SHORT_LIST = 4;

/** Returns a part of the power in percent: `75 %`, `66.7 %`. */
export function percentText(power: bigint, { total }: Powers): string {
  const tenths = total === 0n ? 0 : Math.round(Number((power * 100_000n) / total) / 100);
  return `${Number.isInteger(tenths / 10) ? tenths / 10 : (tenths / 10).toFixed(1)} %`;
}

const NEEDED = 'more than 66.7 % needed';

export function narrate(shown: Scene): Narration {
  const { state, undone } = shown;
  const height = heightShown(state, shown.height);
  const scene = { ...shown, height };
  const faces = state.nodes.flatMap((_, index) => faceOf(state, index, height, scene.at) ?? []);
  const isHere = (_: Face, index: number): boolean => (state.nodes[index]?.height ?? height) >= height;
  const going = faces.filter(isHere).filter(({ progress }) => progress !== 'decided');
  const round = Math.max(0, ...going.map((face) => face.round));
  const decided = faces.filter(({ progress }) => progress === 'decided');
  const isAhead = height < shown.height;
  const place = `Block ${height}, round ${isAhead ? round : (decided[0]?.round ?? round)}`;
  if (state.conflicts.length > 0) return { phase: 'fork', place, ...forkText(scene, faces) };
  const groups = groupsOf(state);
  if (isStuck(state, groups)) return { phase: 'stuck', place, ...stuckText(state, groups) };
  const [first] = undone;
  if (first !== undefined)
    return {
      ...{ phase: 'reverted', place, title: `The chain went back to block ${first.height - 1}` },
      why: `${undone.length === 1 ? `Block ${first.height} is` : `Blocks ${first.height} to ${undone.at(-1)?.height} are`} gone.`,
    };
  if (decided.length > 0 && !isAhead) return { phase: 'commit', place, ...decidedText(scene, decided) };
  const sentence = roundText(scene, faces, round);
  const said = isAhead ? { ...sentence, why: `${aheadText(scene, faces)} ${sentence.why}` } : sentence;
  return round < MANY_ROUNDS ? { place, ...said } : { place, ...said, failed: round };
}

/** Returns who has decided a block that the others still decide. */
function aheadText({ state, letters }: Scene, faces: readonly Face[]): string {
  const ahead = [...faces.keys()].filter((index) => faces[index]?.progress === 'decided');
  return `${capital(namesText(state, ahead))} decided ${choiceName(letters, faces[ahead[0] ?? -1]?.choice)} already.`;
}

type Sentence = Pick<Narration, 'title' | 'why'>;

/** Returns the members of a list in words: `validator-1`, `validators 0, 1 and 2`, `12 validators`. */
function namesText({ validators }: NetworkState, members: readonly number[]): string {
  const [first = -1] = members;
  if (members.length === 1) return nameOf(validators, first);
  if (members.length === validators.length) return members.length > SHORT_LIST ? `all ${members.length}` : 'all';
  if (members.length > SHORT_LIST) return `${members.length} validators`;
  const names = members.map((member) => nameOf(validators, member));
  const areNumbered = names.every((name, place) => name === `validator-${members[place]}`);
  const short = areNumbered ? members.map(String) : names;
  return `${areNumbered ? 'validators ' : ''}${short.slice(0, -1).join(', ')} and ${short.at(-1)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const choiceName = (letters: BlockLetters, choice: Choice | undefined): string =>
  choice === null || choice === undefined ? 'nil' : letters.letterOf(choice);

/** Returns whether some members have chosen different blocks. */
const isSplit = (faces: readonly Face[], members: readonly number[]): boolean =>
  new Set(members.map((member) => faces[member]?.choice)).size > 1;

/** Returns which members do something for which block: `validators 0 and 2 prevote B, validator-1 prevotes A`. */
function choicesText(
  { state, letters }: Scene,
  faces: readonly Face[],
  members: readonly number[],
  verb: string,
): string {
  const choices = [...new Set(members.map((member) => choiceName(letters, faces[member]?.choice)))].sort();
  return choices
    .map((choice) => {
      const who = members.filter((member) => choiceName(letters, faces[member]?.choice) === choice);
      return `${namesText(state, who)} ${verb}${who.length === 1 ? 's' : ''} ${choice}`;
    })
    .join(', ');
}

function forkText({ state, letters, height }: Scene, faces: readonly Face[]): Sentence {
  const choices = faces.map(({ progress, choice }) => (progress === 'decided' ? choice : undefined));
  const a = choices.findIndex((choice) => choice !== undefined);
  const b = choices.findIndex((choice) => choice !== undefined && choice !== choices[a]);
  const node = state.conflicts.at(-1);
  const liars = state.validators.flatMap(({ byzantine }, index) => (byzantine ? [index] : []));
  const power = liars.reduce((sum, index) => sum + (state.powers.powers[index] ?? 0n), 0n);
  const title =
    b < 0
      ? `${nameOf(state.validators, node?.node ?? -1)} decided another block at height ${node?.height ?? height}: a fork`
      : `${nameOf(state.validators, a)} decided ${choiceName(letters, choices[a])}, ${nameOf(state.validators, b)} decided ${choiceName(letters, choices[b])}: a fork`;
  const who =
    liars.length === 0
      ? ''
      : `${liars.length} of ${faces.length} lie: ${percentText(power, state.powers)} of the power. `;
  return { title, why: `${who}Agreement holds only while less than a third lies.` };
}

function stuckText({ nodes, powers }: NetworkState, groups: readonly Group[]): Sentence {
  const up = nodes.filter((node) => node.up).length;
  const all = groups.reduce((sum, { power }) => sum + power, 0n);
  const count = `${up} of ${nodes.length} up`;
  if (powers.total * 2n >= all * 3n)
    return {
      title: `Stuck: only ${up} of ${nodes.length} are up`,
      why: `${count}: ${percentText(all, powers)}, ${NEEDED}.`,
    };
  const largest = groups.reduce((a, b) => (b.power > a.power ? b : a));
  const isEven = groups.every(({ power }) => power === largest.power);
  return {
    title: `Stuck: ${isEven ? 'each side' : 'the largest side'} has only ${largest.up} of ${nodes.length}`,
    why: `${largest.up} of ${nodes.length}: ${percentText(largest.power, powers)}, ${NEEDED}.`,
  };
}

function decidedText({ state, letters, height }: Scene, decided: readonly Face[]): Sentence {
  const [face] = decided;
  const choice = face?.choice;
  const power = face?.votes.precommits.tallies.find((tally) => tally.choice === choice)?.power;
  const title = `Block ${height} is decided: ${choice == null ? 'a block' : letters.letterOf(choice)}`;
  if (power === undefined) return { title, why: 'It is final.' };
  const voters = face?.votes.precommits.votes.filter((vote) => vote === choice).length ?? 0;
  return {
    title,
    why: `${voters} of ${state.nodes.length} precommitted it: ${percentText(power, state.powers)}, ${NEEDED}.`,
  };
}

/** Returns which of the voters hold a lock of an earlier round, if any. */
function lockText({ state, letters }: Scene, faces: readonly Face[], voters: readonly number[]): string | undefined {
  const held = voters.filter((index) => {
    const { locked, choice, round } = faces[index] ?? {};
    return locked !== undefined && locked.block === choice && locked.round < (round ?? 0);
  });
  if (held.length === 0) return undefined;
  const letter = choiceName(letters, faces[held[0] ?? -1]?.choice);
  return `${capital(namesText(state, held))} ${held.length === 1 ? 'is' : 'are'} locked on ${letter}: a lock holds until a later polka.`;
}

function roundText(scene: Scene, faces: readonly Face[], round: number): Pick<Narration, 'phase' | 'title' | 'why'> {
  const { state, letters } = scene;
  const here = faces.map((face, index) => ({ face, index })).filter(({ face }) => face.round === round);
  const voters = (progress: Face['progress'][], isNil: boolean): number[] =>
    here
      .filter(({ face }) => progress.includes(face.progress) && (face.choice === null) === isNil)
      .map(({ index }) => index);
  const polka = here.find(({ face }) => face.votes.prevotes.majority !== undefined)?.face.votes.prevotes;
  const [locking, nilling] = [voters(['precommit'], false), voters(['precommit'], true)];
  const names = (members: readonly number[], verb: string): string => choicesText(scene, faces, members, verb);
  if (locking.length > 0 && polka !== undefined) {
    if (isSplit(faces, locking))
      return {
        phase: 'precommit',
        title: capital(names(locking, 'lock')),
        why: 'Validators that vote for both give each block two thirds of the power.',
      };
    const count = polka.votes.filter((vote) => vote === polka.majority).length;
    const power = polka.tallies.find(({ choice }) => choice === polka.majority)?.power ?? 0n;
    const letter = choiceName(letters, polka.majority);
    return {
      phase: 'precommit',
      title: `${count} of ${faces.length} prevoted ${letter}: ${namesText(state, locking)} lock${locking.length === 1 ? 's' : ''} ${letter}`,
      why: `${percentText(power, state.powers)} of the power, ${NEEDED}: a polka.`,
    };
  }
  if (nilling.length > 0)
    return {
      phase: 'precommit',
      title: `No block has two thirds: ${namesText(state, nilling)} precommit${nilling.length === 1 ? 's' : ''} nil`,
      why: 'The next round has another proposer.',
    };
  const [yes, no] = [voters(['prevote'], false), voters(['prevote'], true)];
  const proposer =
    state.nodes.find(
      (node) => node.round === round && node.proposer >= 0 && (node.unknown || node.height >= scene.height),
    )?.proposer ?? -1;
  if (yes.some((index) => index !== proposer)) {
    return {
      phase: 'prevote',
      title: capital(names(yes, 'prevote')),
      why:
        no.length > 0
          ? `${capital(namesText(state, no))} prevote${no.length === 1 ? 's' : ''} nil. Two thirds must agree.`
          : isSplit(faces, yes)
            ? (lockText(scene, faces, yes) ?? 'They have different blocks of one round. Two thirds must agree.')
            : 'A prevote says: this block is valid for me.',
    };
  }
  if (no.length > 0)
    return {
      phase: 'prevote',
      title: `No proposal that counts: ${namesText(state, no)} prevote${no.length === 1 ? 's' : ''} nil`,
      why: 'nil means: no block in this round.',
    };
  return { phase: 'propose', ...proposeText(scene, here, round, proposer) };
}

function proposeText(
  { state, letters, at }: Scene,
  here: readonly { readonly face: Face; readonly index: number }[],
  round: number,
  proposer: number,
): Sentence {
  if (proposer < 0) return { title: 'The next block begins soon', why: 'The validators wait for late votes first.' };
  const name = nameOf(state.validators, proposer);
  const wait = here.find(({ face }) => face.wait !== undefined)?.face.wait;
  const rest = wait === undefined ? '' : `They wait ${((wait.until - at) / 1_000_000).toFixed(1)} s more.`;
  if (state.nodes[proposer]?.up === false)
    return { title: `${name} should propose, but it is down`, why: `The others cannot know that. ${rest}`.trim() };
  const block = here.find(({ index }) => index === proposer)?.face.choice;
  if (typeof block !== 'string')
    return { title: `It is the turn of ${name} to propose`, why: 'Validators take turns, weighted by their power.' };
  const letter = letters.letterOf(block);
  return {
    title: round === 0 ? `${name} proposes block ${letter}` : `Round ${round}: ${name} proposes ${letter}`,
    why:
      round === 0
        ? 'The validators that receive it in time prevote it.'
        : 'A failed round costs time, and nothing else.',
  };
}
