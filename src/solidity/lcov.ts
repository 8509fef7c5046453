/** Coverage in the format of lcov's trace files, which editors and services read. */

/** Coverage of a source file. */
export interface FileCoverage {
  readonly name: string;
  /** Executions of each line with code. */
  readonly lines: ReadonlyMap<number, number>;
  readonly functions: readonly FunctionCoverage[];
  readonly branches: readonly BranchCoverage[];
}

interface FunctionCoverage {
  readonly line: number;
  readonly name: string;
  readonly hits: number;
}

interface BranchCoverage {
  readonly line: number;
  /** Number of the decision in the file. */
  readonly block: number;
  /** 0 where the condition holds, 1 where it does not. */
  readonly branch: number;
  /** `undefined` where the decision was never reached. */
  readonly hits: number | undefined;
}

export const lcovOf = (files: readonly FileCoverage[]): string => files.map(recordOf).join('');

function recordOf({ name, lines, functions, branches }: FileCoverage): string {
  const sorted = [...lines].sort(([a], [b]) => a - b);
  const hit = (all: readonly { readonly hits?: number | undefined }[]): number =>
    all.filter(({ hits = 0 }) => hits > 0).length;
  return [
    'TN:',
    `SF:${name}`,
    ...functions.map(({ line, name: of }) => `FN:${line},${of}`),
    ...functions.map(({ hits, name: of }) => `FNDA:${hits},${of}`),
    `FNF:${functions.length}`,
    `FNH:${hit(functions)}`,
    ...branches.map(({ line, block, branch, hits }) => `BRDA:${line},${block},${branch},${hits ?? '-'}`),
    `BRF:${branches.length}`,
    `BRH:${hit(branches)}`,
    ...sorted.map(([line, hits]) => `DA:${line},${hits}`),
    `LF:${sorted.length}`,
    `LH:${sorted.filter(([, hits]) => hits > 0).length}`,
    'end_of_record\n',
  ].join('\n');
}

/** Adds the counts of a file in lcov's format. Lines that are in one of them alone stay. */
export function withCountsOf(files: readonly FileCoverage[], text: string): readonly FileCoverage[] {
  const others = new Map(readLcov(text).map((file) => [file.name, file]));
  const added = files.map((file) => {
    const other = others.get(file.name);
    others.delete(file.name);
    return other === undefined ? file : sumOf(file, other);
  });
  return [...added, ...others.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function sumOf(a: FileCoverage, b: FileCoverage): FileCoverage {
  const lines = new Map(a.lines);
  for (const [line, hits] of b.lines) lines.set(line, (lines.get(line) ?? 0) + hits);
  const functions = sumBy(a.functions, b.functions, ({ line, name }) => `${line} ${name}`);
  const branches = sumBy(a.branches, b.branches, ({ line, block, branch }) => `${line} ${block} ${branch}`);
  return { name: a.name, lines, functions, branches };
}

function sumBy<T extends { readonly hits: number | undefined }>(
  a: readonly T[],
  b: readonly T[],
  keyOf: (one: T) => string,
): readonly T[] {
  const sums = new Map(a.map((one) => [keyOf(one), one]));
  for (const one of b) {
    const known = sums.get(keyOf(one));
    const hits = known?.hits === undefined ? one.hits : known.hits + (one.hits ?? 0);
    sums.set(keyOf(one), { ...one, hits });
  }
  return [...sums.values()];
}

/** Returns a number of an entry; undefined for a damaged one. */
const numberIn = (text = ''): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Reads a file. Damaged entries are left out. */
function readLcov(text: string): readonly FileCoverage[] {
  const files: FileCoverage[] = [];
  let name = '';
  let lines = new Map<number, number>();
  let functions: FunctionCoverage[] = [];
  let branches: BranchCoverage[] = [];
  let hits = new Map<string, number[]>();
  for (const entry of text.split(/\r?\n/)) {
    const colon = entry.indexOf(':');
    const value = entry.slice(colon + 1);
    const [first = '', ...others] = value.split(',');
    const rest = others.join(',');
    const number = numberIn(first);
    switch (entry.slice(0, Math.max(0, colon)) || entry) {
      case 'SF':
        name = value;
        break;
      case 'FN':
        if (number !== undefined) functions.push({ line: number, name: rest, hits: 0 });
        break;
      case 'FNDA':
        hits.set(rest, [...(hits.get(rest) ?? []), number ?? 0]);
        break;
      case 'BRDA': {
        const [block, branch, taken] = [numberIn(others[0]), numberIn(others[1]), numberIn(others[2])];
        if (number === undefined || block === undefined || branch === undefined) break;
        if (taken !== undefined || others[2] === '-') branches.push({ line: number, block, branch, hits: taken });
        break;
      }
      case 'DA':
        if (number !== undefined) lines.set(number, numberIn(others[0]) ?? 0);
        break;
      case 'end_of_record': {
        // Functions of one name have their counts in the same order.
        const named = functions.map((one) => ({ ...one, hits: hits.get(one.name)?.shift() ?? 0 }));
        files.push({ name, lines, functions: named, branches });
        [lines, functions, branches, hits] = [new Map(), [], [], new Map()];
      }
    }
  }
  return files;
}
