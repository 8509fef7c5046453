/**
 * When two lines say the same. What is known to differ, and was judged to be no fault of the machine under test, stands
 * here, each with its reason; whatever else differs is a finding.
 */
import { lineOf, type Told } from './told.js';

export interface Judge {
  agree(ours: Told, theirs: Told): boolean;
}

export const REVERTED = 'execution reverted';

/**
 * - geth 1.16 still names the operations of the EVM object format, which are undefined.
 * - What overflows or lacks gas while it is priced is `out of gas` twice there, and says so in other words. A call of a
 *   cold account pays for that before its memory is counted there; here it is counted first, so a call that lacks the gas
 *   for either has the other's words.
 * - Whether the sizes of an initcode that is too long stand behind the words depends on the version.
 */
const SPELLINGS: readonly (readonly [words: RegExp, spelling: string])[] = [
  [/^invalid opcode: .*/, 'invalid opcode'],
  [/^out of gas: (out of gas|gas uint64 overflow)$/, 'out of gas'],
  [/^(out of gas: )?max initcode size exceeded.*/, 'max initcode size exceeded'],
];

function spelt({ error }: Told): string | undefined {
  if (error === undefined || error === REVERTED) return error;
  let spelling = error;
  for (const [words, other] of SPELLINGS) spelling = spelling.replace(words, other);
  return spelling;
}

/** How it ended, without why. */
const fate = ({ error }: Told): string | undefined => (error === undefined || error === REVERTED ? error : 'failed');

const WRITE_PROTECTION = /write protection/;
const OF_A_STEP = /^step/;

/** A failing operation's price, and what it would have added to the refunds: only what is told of the others is the same. */
function failsInBoth(ours: Told, theirs: Told, sameWords: boolean): boolean {
  if (!OF_A_STEP.test(ours.text) || ours.text !== theirs.text) return false;
  return !sameWords || ours.error === undefined || theirs.error === undefined || spelt(ours) === spelt(theirs);
}

/**
 * geth 1.17 looks first whether an operation may write (1.16: when it is paid, after it has found out what it costs), so
 * of an operation in a static call the words, the price and the refund of the older one are others.
 */
const isStaticAttempt = (ours: Told, theirs: Told): boolean =>
  WRITE_PROTECTION.test(`${ours.error} ${theirs.error}`) && fate(ours) !== REVERTED && fate(theirs) !== REVERTED;

/** Of machines that are both held to geth's words; `geth` is one of 1.16, ours speaks as 1.17 does. */
export const SAME_WORDS: Judge = {
  agree: (ours, theirs) => {
    if (lineOf(ours) === lineOf(theirs)) return true;
    if (ours.error === undefined && theirs.error === undefined) return false;
    if (isStaticAttempt(ours, theirs)) return ours.text === theirs.text;
    if (failsInBoth(ours, theirs, true)) return true;
    if (ours.text !== theirs.text) return false;
    // Whose words a precompile's are depends on how geth was built.
    return ours.isPrecompile === true ? fate(ours) === fate(theirs) : spelt(ours) === spelt(theirs);
  },
};

/**
 * With EthereumJS on one side. Its checks come in another order (gas before the stack; what storing code costs before
 * what the code begins with), it has fewer words for running out of gas, and takes items from the stack before it finds
 * that there are too few: that something fails is compared, not why.
 */
export const SAME_FATE: Judge = {
  agree: (ours, theirs) => {
    if (lineOf(ours) === lineOf(theirs)) return true;
    if (ours.error === undefined && theirs.error === undefined) return false;
    return ours.text === theirs.text && (failsInBoth(ours, theirs, false) || fate(ours) === fate(theirs));
  },
};

/** Of two kinds of machines, or of one and `geth`. */
export const judgeOf = (one: string, other: string): Judge =>
  one === 'ethereumjs' || other === 'ethereumjs' ? SAME_FATE : SAME_WORDS;
