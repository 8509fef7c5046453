/**
 * Decides when two lines are equivalent. Known differences that are no fault of the machine under test are listed here,
 * each with its reason. Any other difference is a finding.
 */
import { lineOf, type Report } from './report.js';

export interface Judge {
  agree(ours: Report, theirs: Report): boolean;
}

export const REVERTED = 'execution reverted';

/**
 * Normalizes error texts that differ.
 *
 * - geth 1.16 still names the operations of the EVM object format, which are undefined.
 * - An overflow or a lack of gas while an operation is priced is `out of gas` twice in geth, with different texts. For
 *   a call of a cold account, geth charges the access before it counts memory; here memory is counted first. A call
 *   that lacks the gas for either therefore has the other's text.
 * - Whether the sizes of an initcode that is too long follow the text depends on the version.
 */
const SPELLINGS: readonly (readonly [words: RegExp, spelling: string])[] = [
  [/^invalid opcode: .*/, 'invalid opcode'],
  [/^out of gas: (out of gas|gas uint64 overflow)$/, 'out of gas'],
  [/^(out of gas: )?max initcode size exceeded.*/, 'max initcode size exceeded'],
];

function spelt({ error }: Report): string | undefined {
  if (error === undefined || error === REVERTED) return error;
  let spelling = error;
  for (const [words, other] of SPELLINGS) spelling = spelling.replace(words, other);
  return spelling;
}

/** Returns how a run ended, without the reason. */
const fate = ({ error }: Report): string | undefined => (error === undefined || error === REVERTED ? error : 'failed');

const WRITE_PROTECTION = /write protection/;
const OF_A_STEP = /^step/;

/** Checks whether an operation fails in both. Its price and its refund may differ; the other members must be equal. */
function failsInBoth(ours: Report, theirs: Report, sameWords: boolean): boolean {
  if (!OF_A_STEP.test(ours.text) || ours.text !== theirs.text) return false;
  return !sameWords || ours.error === undefined || theirs.error === undefined || spelt(ours) === spelt(theirs);
}

/**
 * Accepts differences of operations in a static call. geth 1.17 checks first whether an operation may write; 1.16
 * checks it when the operation is paid, after its cost is computed. The older one's text, price and refund therefore
 * differ.
 */
const isStaticAttempt = (ours: Report, theirs: Report): boolean =>
  WRITE_PROTECTION.test(`${ours.error} ${theirs.error}`) && fate(ours) !== REVERTED && fate(theirs) !== REVERTED;

/** Judges machines that both must use geth's texts. `geth` is version 1.16; ours has the texts of 1.17. */
export const SAME_WORDS: Judge = {
  agree: (ours, theirs) => {
    if (lineOf(ours) === lineOf(theirs)) return true;
    if (ours.error === undefined && theirs.error === undefined) return false;
    if (isStaticAttempt(ours, theirs)) return ours.text === theirs.text;
    if (failsInBoth(ours, theirs, true)) return true;
    if (ours.text !== theirs.text) return false;
    // The text for a precompile depends on how geth was built.
    return ours.isPrecompile === true ? fate(ours) === fate(theirs) : spelt(ours) === spelt(theirs);
  },
};

/**
 * Judges a comparison with EthereumJS. Its checks have another order (gas before the stack; the cost of storing code
 * before the code's first byte). It has fewer texts for running out of gas, and takes items from the stack before it
 * finds that there are too few. So only the failure is compared, not its reason.
 */
export const SAME_FATE: Judge = {
  agree: (ours, theirs) => {
    if (lineOf(ours) === lineOf(theirs)) return true;
    if (ours.error === undefined && theirs.error === undefined) return false;
    return ours.text === theirs.text && (failsInBoth(ours, theirs, false) || fate(ours) === fate(theirs));
  },
};

/** Returns the judge for two kinds of machines, or for one and `geth`. */
export const judgeOf = (one: string, other: string): Judge =>
  one === 'ethereumjs' || other === 'ethereumjs' ? SAME_FATE : SAME_WORDS;
