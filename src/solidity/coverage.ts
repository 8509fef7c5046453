/**
 * Computes which lines, functions and branches of the sources ran. What the source maps do not tell for certain is left
 * out: branches of optimized code, and lines of it that have no code of their own.
 */
import { marksOf, SHARED } from './code_marks.js';
import type { CompiledCode, CompiledContract } from './compiled_contract.js';
import type { ContractIndex } from './contract_index.js';
import type { FileCoverage } from './lcov.js';
import { contractOf, type RecordedCode } from './recorded_code.js';
import { PUSH1, PUSH32, type SourceMap } from './source_map.js';
import type { SourceText } from './source_text.js';
import { type FunctionStatements, type SourceStatements, statementsOf } from './statements.js';

const JUMP = 0x56;
const JUMPI = 0x57;
const JUMPDEST = 0x5b;
/** Instructions that end a block, which can then be merged with an equal one: STOP, JUMP, RETURN, REVERT, INVALID. */
const ENDS: ReadonlySet<number> = new Set([0x00, JUMP, 0xf3, 0xfd, 0xfe]);

/** Sources of packages and tests, by the names that Hardhat and Foundry give them. */
const LEFT_OUT = /^@|^(npm|lib|hardhat|forge-std)\/|(^|\/)node_modules\/|\.[ts]\.sol$/;
/** Most characters of a conditional expression whose branches are found. */
const MAX_CONDITIONAL = 2_000;

/** Executions of the two branches of a decision. */
interface Decision {
  readonly start: number;
  whenTrue: number;
  whenFalse: number;
  /** Whether all code agrees with what else is known of the branches. */
  isCertain: boolean;
}

/** Source with what ran of it. */
class Covered {
  readonly parts: SourceStatements;
  /** Executions of each statement. */
  readonly hits: Float64Array;
  /** Whether a statement has code in any contract. */
  readonly hasCode: Uint8Array;
  readonly functionHits: Float64Array;
  readonly decisions = new Map<string, Decision>();
  /** Whether any contract was compiled by the optimizer. */
  isOptimized = false;
  readonly #starts: Int32Array;
  readonly #functionOf: Int32Array;

  constructor(readonly source: SourceText) {
    this.parts = statementsOf(source);
    const { statements, functions } = this.parts;
    this.hits = new Float64Array(statements.length);
    this.hasCode = new Uint8Array(statements.length);
    this.functionHits = new Float64Array(functions.length);
    this.#starts = Int32Array.from(statements, ({ start }) => start);
    this.#functionOf = new Int32Array(statements.length);
    for (const [i, { first, end }] of functions.entries()) this.#functionOf.fill(i, first, end);
  }

  /** Returns the statement in which a range begins; -1 for none. */
  statementAt(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    const found = this.parts.statements[low - 1];
    return found !== undefined && offset < found.end ? low - 1 : -1;
  }

  isInModifier(statement: number): boolean {
    return this.parts.functions[this.#functionOf[statement] as number]?.declaration.kind === 'modifier';
  }

  report(): FileCoverage {
    const { source, parts, hits, functionHits } = this;
    const lineOf = (offset: number): number => source.positionOf(offset).line;
    const lines = new Map<number, number>();
    parts.functions.forEach(({ first, end }) => {
      const hasCode = this.hasCode.subarray(first, end).includes(1);
      for (let i = first; i < end; i++) {
        const { start, kind } = parts.statements[i] as { start: number; kind: string };
        // The optimizer removes statements, and merges equal ones.
        const mayLack = kind === 'assembly' || (this.isOptimized && hasCode);
        if (this.hasCode[i] === 0 && mayLack) continue;
        const line = lineOf(start);
        lines.set(line, Math.max(lines.get(line) ?? 0, hits[i] as number));
      }
    });
    const names = parts.functions.map(({ declaration: { name, contract } }) =>
      contract === undefined ? name : `${contract.name}.${name}`,
    );
    const functions = parts.functions.map(({ declaration: { start } }, i) => {
      const name = names[i] as string;
      // Overloaded functions are numbered, as Foundry does it.
      const same = names.filter((other) => other === name).length;
      const number = names.slice(0, i).filter((other) => other === name).length;
      return { line: lineOf(start), name: same > 1 ? `${name}.${number}` : name, hits: functionHits[i] as number };
    });
    const branches = [...this.decisions.values()]
      .filter(({ isCertain }) => isCertain)
      .sort((a, b) => a.start - b.start)
      .flatMap(({ start, whenTrue, whenFalse }, block) => {
        const isReached = whenTrue + whenFalse > 0;
        return [whenTrue, whenFalse].map((taken, branch) => ({
          ...{ line: lineOf(start), block, branch },
          hits: isReached ? taken : undefined,
        }));
      });
    return { name: source.name, lines, functions, branches };
  }
}

/** Returns what ran of the project's sources, in the order of their names. The work pauses after each contract. */
export function* coverageOf(
  index: ContractIndex,
  recorded: Iterable<RecordedCode>,
): Generator<undefined, readonly FileCoverage[], undefined> {
  const counts = new Map<CompiledCode, Float64Array[]>();
  for (const code of recorded) {
    const known = contractOf(code, index);
    if (known?.isExact === true) counts.set(known.code, [...(counts.get(known.code) ?? []), code.counts]);
    yield undefined;
  }
  const covered = new Map<string, Covered>();
  for (const contract of index.contracts()) {
    const sources = new Map<number, Covered>();
    for (const [id, source] of contract.sources) {
      if (LEFT_OUT.test(source.name)) continue;
      const known = covered.get(source.name) ?? new Covered(source);
      covered.set(source.name, known);
      // The newest text of a source counts.
      if (known.source.text !== source.text) continue;
      sources.set(id, known);
      yield undefined;
    }
    for (const code of [contract.creation, contract.runtime])
      if (code?.map !== undefined) {
        new CodeCoverage(contract, code, code.map, sources).add(sumOf(counts.get(code) ?? []));
        yield undefined;
      }
  }
  return [...covered.values()]
    .filter(({ parts }) => parts.functions.length > 0)
    .map((one) => one.report())
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function sumOf(all: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(Math.max(0, ...all.map(({ length }) => length)));
  for (const counts of all) for (const [pc, count] of counts.entries()) sum[pc] = (sum[pc] as number) + count;
  return sum;
}

/** Statement of a source, with its executions in one code. */
interface InCode {
  readonly source: Covered;
  readonly statement: number;
  hits: number;
}

/** Adds what ran of one code to the sources. */
class CodeCoverage {
  readonly #found = new Map<string, InCode>();
  /** Decisions of this code, with the number of instructions that decide. */
  readonly #decisions: { readonly source: Covered; readonly statement: number; readonly decision: Decision }[] = [];
  /** Counts of the entries of functions, and of other instructions whose range is a whole function. */
  readonly #entries = new Map<object, number>();
  readonly #wholes = new Map<object, number>();
  #counts: Float64Array = new Float64Array();

  constructor(
    private readonly contract: CompiledContract,
    private readonly code: CompiledCode,
    private readonly map: SourceMap,
    private readonly sources: ReadonlyMap<number, Covered>,
  ) {}

  add(counts: Float64Array): void {
    this.#counts = counts;
    this.#readInstructions();
    for (const { source, statement, hits } of this.#found.values()) {
      source.hits[statement] = (source.hits[statement] as number) + hits;
      source.hasCode[statement] = 1;
    }
    for (const { source, statement, decision } of this.#decisions) this.#decide(source, statement, decision);
    for (const source of new Set(this.sources.values())) {
      source.isOptimized ||= this.contract.isOptimized;
      source.parts.functions.forEach((one, i) => {
        source.functionHits[i] = (source.functionHits[i] as number) + this.#hitsOf(source, one);
      });
    }
  }

  #readInstructions(): void {
    const { code, map } = this;
    const calls = jumpsIn(code, map);
    const merged = this.contract.isOptimized ? mergedBlocks(this.contract, code) : undefined;
    let segment: { readonly at: InCode; readonly before: number; most: number } | undefined;
    for (const pc of instructions(code.bytes)) {
      const range = map.rangeAt(pc);
      const source = range && this.sources.get(range.source);
      if (range === undefined || source === undefined || merged?.[pc] === 1) {
        segment = undefined;
        continue;
      }
      const statement = source.statementAt(range.start);
      if (statement < 0) {
        segment = undefined;
        this.#readWhole(source, pc, range.start, range.end, calls);
        continue;
      }
      const at = this.#inCode(source, statement);
      const count = this.#count(pc);
      if (!source.isInModifier(statement)) at.hits = Math.max(at.hits, count);
      else {
        // The compiler copies a modifier into each function that has it.
        if (segment?.at !== at) segment = { at, before: at.hits, most: 0 };
        segment.most = Math.max(segment.most, count);
        at.hits = segment.before + segment.most;
      }
      if (code.bytes[pc] === JUMPI && !this.contract.isOptimized) this.#readDecision(source, statement, pc, range);
    }
  }

  #inCode(source: Covered, statement: number): InCode {
    const key = `${source.source.name} ${statement}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const made = { source, statement, hits: 0 };
    this.#found.set(key, made);
    return made;
  }

  #count(pc: number): number {
    return this.#counts[pc] ?? 0;
  }

  #readWhole({ source }: Covered, pc: number, start: number, end: number, calls: ReadonlySet<number>): void {
    const declaration = source.functionAt(start, end);
    if (declaration === undefined || declaration.start !== start || declaration.end !== end) return;
    const counts = calls.has(pc) && this.code.bytes[pc] === JUMPDEST ? this.#entries : this.#wholes;
    counts.set(declaration, Math.max(counts.get(declaration) ?? 0, this.#count(pc)));
  }

  #hitsOf(source: Covered, { declaration, first, end }: FunctionStatements): number {
    const entry = this.#entries.get(declaration);
    if (entry !== undefined) return entry;
    const whole = this.#wholes.get(declaration) ?? 0;
    if (first === end) return whole;
    const own = this.#found.get(`${source.source.name} ${first}`)?.hits ?? 0;
    // A constructor may only pass arguments on to others before its first statement.
    return declaration.kind === 'constructor' ? Math.max(whole, own) : own;
  }

  #readDecision(
    source: Covered,
    statement: number,
    pc: number,
    { start, end }: { readonly start: number; readonly end: number },
  ): void {
    const own = source.parts.statements[statement];
    const isOwn = own !== undefined && own.start === start && (own.kind === 'if' || own.kind === 'check');
    if (!isOwn && !isConditional(source.source.slice(start, Math.min(end, start + MAX_CONDITIONAL)))) return;
    const next = this.code.bytes[pc + 1] === JUMPDEST ? undefined : this.#count(pc + 1);
    const decision = decisionAt(source, start, isOwn ? start : end);
    if (next === undefined) decision.isCertain = false;
    const onward = next ?? 0;
    const jumped = this.#count(pc) - onward;
    // `if` jumps over its body; a check and a conditional expression jump where the condition holds.
    const [whenTrue, whenFalse] = isOwn && own.kind === 'if' ? [onward, jumped] : [jumped, onward];
    decision.whenTrue += whenTrue;
    decision.whenFalse += whenFalse;
    if (isOwn) this.#decisions.push({ source, statement, decision: { ...decision, whenTrue, whenFalse } });
  }

  /** Compares a branch of an `if` with the first statement of its body. */
  #decide(source: Covered, statement: number, { start, whenTrue }: Decision): void {
    const body = source.parts.statements[statement]?.body;
    const first = body === undefined ? undefined : this.#found.get(`${source.source.name} ${body}`);
    if (first === undefined || source.isInModifier(statement)) return;
    if (first.hits > 0 !== whenTrue > 0) decisionAt(source, start, start).isCertain = false;
  }
}

function decisionAt({ decisions }: Covered, start: number, end: number): Decision {
  const key = `${start}:${end}`;
  const known = decisions.get(key);
  if (known !== undefined) return known;
  const made: Decision = { start, whenTrue: 0, whenFalse: 0, isCertain: true };
  decisions.set(key, made);
  return made;
}

/** Yields the position of each instruction. */
function* instructions(code: Uint8Array): Generator<number> {
  for (let pc = 0; pc < code.length; pc++) {
    yield pc;
    const op = code[pc] as number;
    if (op >= PUSH1 && op <= PUSH32) pc += op - PUSH1 + 1;
  }
}

/** Returns the positions to which the code jumps where it calls a function. */
function jumpsIn({ bytes }: CompiledCode, map: SourceMap): ReadonlySet<number> {
  const targets = new Set<number>();
  let pushed = -1;
  for (const pc of instructions(bytes)) {
    const op = bytes[pc] as number;
    if (op === JUMP && pushed >= 0 && map.jumpAt(pc) === 'in') targets.add(pushed);
    const size = op - PUSH1 + 1;
    pushed = size >= 1 && size <= 4 ? bytes.subarray(pc + 1, pc + 1 + size).reduce((n, byte) => n * 256 + byte, 0) : -1;
  }
  return targets;
}

/** Marks the instructions of blocks that the optimizer may have merged from equal ones. */
function mergedBlocks(contract: CompiledContract, code: CompiledCode): Uint8Array {
  const merged = new Uint8Array(code.bytes.length);
  const marks = marksOf({ contract, code, isExact: true });
  let start = -1;
  for (const pc of instructions(code.bytes)) {
    const op = code.bytes[pc] as number;
    if (op === JUMPDEST) start = ((marks?.bits[pc] ?? 0) & SHARED) === 0 ? -1 : pc;
    if (start >= 0 && ENDS.has(op)) merged.fill(1, start, pc + 1);
    if (ENDS.has(op) || op === JUMPI) start = -1;
  }
  return merged;
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[!<>=]=|\S/g;

/** Returns whether a text is an expression with a `?` outside of brackets, and not an assignment of one. */
function isConditional(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '(' || token === '[' || token === '{') depth++;
    else if (token === ')' || token === ']' || token === '}') depth--;
    else if (depth === 0 && (token === '=' || token === ';')) return false;
    else if (depth === 0 && token === '?') return !/^return\b/.test(text);
  }
  return false;
}
