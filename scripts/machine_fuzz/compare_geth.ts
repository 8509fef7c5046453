/** Compares a machine with go-ethereum's `evm statetest`, many cases at a time. */
import type { FuzzCase } from './case.js';
import { type Difference, firstDifference, type Side } from './compare.js';
import { askGeth, type GethAnswer, type GethLine } from './geth.js';
import { type Judge, REVERTED } from './judge.js';
import { BriefScript, exitText, type Report, stepText } from './report.js';

export interface GethComparison {
  readonly drawn: FuzzCase;
  readonly difference: Difference | undefined;
  /** Steps and ends of frames. */
  readonly steps: number;
}

export async function compareWithGeth(
  cases: readonly FuzzCase[],
  { runner }: Side,
  judge: Judge,
): Promise<GethComparison[]> {
  const runs = [];
  for (const drawn of cases) {
    const script = new BriefScript();
    const { state, execution, report } = await runner.run(drawn, await runner.preState(drawn), script);
    const expected = { root: await runner.rootOf(state), logs: execution?.logs ?? [] };
    runs.push({ drawn, expected, script, report });
  }
  const answers = await askGeth(runs);
  return runs.map(({ drawn, script, report }, i) => {
    const { complaint, lines } = answers[i] as GethAnswer;
    const trace = firstDifference('trace', script.report, gethReport(lines), judge);
    const left = complaint && {
      where: complaint,
      line: 0,
      before: [],
      ours: report.map(({ text }) => text).join('\n'),
      theirs: '',
    };
    return { drawn, difference: trace ?? (left || undefined), steps: script.report.length };
  });
}

/**
 * Converts geth's lines. geth reports an operation twice when it was paid and fails while it acts; other machines
 * report it once.
 */
export function gethReport(lines: readonly GethLine[]): Report[] {
  const report: Report[] = [];
  let last: GethLine | undefined;
  for (const line of lines) {
    if (line.pc === undefined) report.push(endReport(line));
    else if (line.error === undefined || !isSameStep(line, last)) report.push(stepReport(line, line.pc));
    last = line;
  }
  return report;
}

const isSameStep = ({ pc, depth, gas }: GethLine, last: GethLine | undefined): boolean =>
  last?.pc === pc && last?.depth === depth && last.gas === gas;

function stepReport(
  { op, gas, gasCost, depth, refund, stack, memSize, returnData, error }: GethLine,
  pc: number,
): Report {
  const about = { depth: depth - 1, pc, op, gas: BigInt(gas), stack: stack ?? [], memory: memSize };
  const text = stepText({ ...about, returned: (returnData ?? '0x').slice(2) });
  return { text, cost: BigInt(gasCost), refund: BigInt(refund), error };
}

/** Converts the end of a frame. The output of a failure other than a revert is not returned to the caller. */
function endReport({ output = '', gasUsed = '0x0', error }: GethLine): Report {
  return { text: exitText(BigInt(gasUsed), error === undefined || error === REVERTED ? output : ''), error };
}
