/**
 * Makes the stack trace of a failed run: a frame for each function, found by the jumps that the compiler marks as calls
 * of functions. A line is shown only where the source map of exactly this code names it.
 */
import type { EvmFailureKind, EvmSourceFrame } from '../backend/evm/sources.js';
import { readRevertData } from '../codec/ethereum/revert_data.js';
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { to0x } from '../kernel/hex.js';
import {
  functionIn,
  hasArguments,
  isPayable,
  isReadOnly,
  leastArguments,
  revertText,
  SELECTOR_BYTES,
  specialIn,
} from './abi_names.js';
import { type CodePlace, type FailedFrame, type FunctionCall, isCreation, type RunningFrame } from './call_recorder.js';
import type { AbiItem, CompiledContract } from './compiled_contract.js';
import type { KnownContract } from './contract_index.js';
import type { EnteredFunction } from './parameters.js';
import type { SourceRange } from './source_map.js';
import type { Declaration, SourceText } from './source_text.js';

/** Most steps between the size of code, or the end of a call, and the revert that depends on it. */
const MAX_CHECK_STEPS = 24;

/** Most frames of a stack; the outermost ones of a deeper recursion are left out, because others wait for the work. */
const MAX_FRAMES = 500;

const SILENT = 'reverted without a reason';

/** Cause of a failure, and the declaration that explains it better than the last instruction. */
interface Cause {
  readonly kind: EvmFailureKind;
  readonly message: string;
  readonly at?: Declaration | undefined;
}

/** Returns the frames of a failed run, the innermost first; none when no contract of it is known. */
export function explainFailure(root: FailedFrame): readonly EvmSourceFrame[] {
  const frames = framesOf(root, []).slice(0, MAX_FRAMES);
  return frames.some(({ contract }) => contract !== undefined) ? frames : [];
}

function framesOf(frame: FailedFrame, outer: readonly CompiledContract[]): readonly EvmSourceFrame[] {
  const { known, lastCall } = frame;
  const contracts = known === undefined ? outer : [known.contract, ...outer];
  const inner = lastCall?.failed;
  if (lastCall !== undefined && inner !== undefined && isPassedOn(frame, inner)) {
    const site = (): readonly EvmSourceFrame[] => internalFrames(frame, lastCall.place, lastCall.calls);
    if (!inner.hasCode && !isPrecompile(inner))
      return withCause(site(), { kind: 'halt', message: inner.end.error ?? '' });
    const frames = framesOf(inner, contracts);
    return frames.length < MAX_FRAMES ? [...frames, ...site()] : frames;
  }
  const cause = causeOf(frame, contracts);
  if (cause.at !== undefined && known?.isExact === true) {
    const declared = declaredFrame(frame, known.contract, cause.at);
    return withCause([declared], cause);
  }
  return withCause(certainFrames(frame), cause);
}

/**
 * Makes the frames of the place that failed. Where its statement cannot fail so, the range of the last instruction may
 * tell another one in the same function. Otherwise the function is left out, and so is the line.
 */
function certainFrames(frame: FailedFrame): readonly EvmSourceFrame[] {
  const frames = internalFrames(frame, frame.place, frame.calls);
  const [first, ...others] = frames;
  if (first === undefined || canFailSo(frame, first)) return frames;
  const [own, ...ofOwn] = internalFrames(frame, { ...frame.place, isMerged: false }, frame.calls);
  if (own?.line !== undefined && own.function === first.function && canFailSo(frame, own)) return [own, ...ofOwn];
  const [outer = first, ...rest] = others;
  return [withoutLine(outer), ...rest];
}

const withCause = (
  [first, ...others]: readonly EvmSourceFrame[],
  { kind, message }: Cause,
): readonly EvmSourceFrame[] => (first === undefined ? [] : [{ ...first, kind, message }, ...others]);

/** Text that the source of each panic has, by code. */
const PANIC_SOURCES: ReadonlyMap<bigint, RegExp> = new Map([
  [0x01n, /\bassert\b/],
  [0x11n, /[-+*/%]/],
  [0x12n, /[/%]|\bmod\b/],
  [0x31n, /\bpop\b/],
  [0x32n, /\[/],
]);

/** Returns whether the statement at a frame can fail as the frame did. Optimized code has ranges of other statements. */
function canFailSo({ end, known }: FailedFrame, { file, line, column }: EvmSourceFrame): boolean {
  if (line === undefined || column === undefined || known === undefined) return true;
  const { sources, isOptimized } = known.contract;
  const source = [...sources.values()].find(({ name }) => name === file);
  const statement = source?.statementAt({ line, column });
  if (statement === undefined) return true;
  const read = readRevertData(end.output);
  if (read.type === 'panic') return PANIC_SOURCES.get(read.code)?.test(statement) !== false;
  if (!isOptimized || end.output.length === 0) return true;
  return (
    canRevertWith(statement, read.type === 'error' ? read.reason : undefined) ||
    callsFunction(statement, known.contract)
  );
}

/** Returns whether a statement can revert with a reason, or with other data. */
function canRevertWith(statement: string, reason: string | undefined): boolean {
  if (!/\b(?:require|revert)\b/.test(statement)) return false;
  const texts = Array.from(statement.matchAll(/"([^"\\]*)"/g), ([, text = '']) => text);
  return reason === undefined || texts.length === 0 || texts.some((text) => reason.includes(text));
}

/** Returns whether a statement calls a function of the same contract, which may be in its code. */
const callsFunction = (statement: string, contract: CompiledContract): boolean =>
  Array.from(statement.matchAll(/([A-Za-z_$][\w$]*)\s*\(/g)).some(([, name = '']) =>
    functionsNamed(contract, name).some((one) => !one.isExternal),
  );

/** Returns the functions of the sources with a name, and whether only other contracts call them. */
const functionsNamed = (
  { sources }: CompiledContract,
  name: string,
): readonly { readonly file: string; readonly isExternal: boolean }[] =>
  [...sources.values()].flatMap((source) =>
    source.declarations
      .filter((one) => one.kind === 'function' && one.name === name)
      .map(({ start, body }) => ({ file: source.name, isExternal: /\bexternal\b/.test(source.slice(start, body)) })),
  );

const withoutLine = ({ line: _, column: __, ...frame }: EvmSourceFrame): EvmSourceFrame => frame;

/** Returns whether an account without code failed by itself, and not because the call was impossible. */
const isPrecompile = ({ hasCode, end }: FailedFrame): boolean =>
  !hasCode && !/insufficient balance|max call depth|nonce uint64|address collision/.test(end.error ?? '');

/** Returns whether a frame failed because its last call failed. */
function isPassedOn(frame: FailedFrame, inner: FailedFrame): boolean {
  const ranOut = (error: string | undefined): boolean => error?.includes('out of gas') === true;
  if (ranOut(frame.end.error)) return ranOut(inner.end.error);
  if (frame.end.error !== 'execution reverted') return false;
  const passed = inner.end.error === 'execution reverted' ? inner.end.output : EMPTY_BYTES;
  const { output } = frame.end;
  if (output.length !== passed.length || !output.every((byte, i) => byte === passed[i])) return false;
  return output.length > 0 || failsRightAfterCall(frame);
}

/** Returns whether a frame failed in the expression of its last call. Its check may have no range in a function. */
function failsRightAfterCall({ known, calls, place, lastCall }: FailedFrame): boolean {
  if (lastCall === undefined) return false;
  if (known?.code.map === undefined) return true;
  const site = callerRange(known, lastCall.place, lastCall.calls);
  const here = callerRange(known, place, calls);
  if (site !== undefined && here !== undefined && isSame(site, here)) return true;
  return lastCall.steps <= MAX_CHECK_STEPS && !isInFunction(placeOf(known.contract, here));
}

const isSame = (a: SourceRange, b: SourceRange): boolean =>
  a.source === b.source && a.start === b.start && a.end === b.end;

/** Returns the range of an instruction in a source whose text is known. */
function rangeAt(known: KnownContract | undefined, pc: number): SourceRange | undefined {
  if (known === undefined || !known.isExact) return undefined;
  const range = known.code.map?.rangeAt(pc);
  const source = range && known.contract.sources.get(range.source);
  // A range beyond the text is of another source, such as those that the compiler generates.
  return source !== undefined && range !== undefined && range.end <= source.length ? range : undefined;
}

/** Returns the range of an instruction, where it is certain. */
function rangeOf(known: KnownContract, { pc, user, isMerged }: CodePlace): SourceRange | undefined {
  const range = rangeAt(known, pc);
  return isMerged && user >= 0 ? chosenRange(known.contract, range, rangeAt(known, user)) : range;
}

/** Returns the range of an instruction, or of the call of the compiler's own function that it is in. */
function callerRange(known: KnownContract, place: CodePlace, calls: readonly FunctionCall[]): SourceRange | undefined {
  let range = rangeOf(known, place);
  for (let i = calls.length - 1; i >= 0 && range === undefined; i--) {
    const call = calls[i];
    range = call && rangeOf(known, call.site);
  }
  return range;
}

/** Matches an expression that begins with a call. */
const CALL = /^(?!(?:if|for|while|do|return|catch)\b)[\w$.]+\s*[({]/;
/** Matches what leads to a place where branches meet. */
const BRANCH = /^(?:for|while|do|continue|break)\b|^[^=]*(?:\+\+|--|=)/;

/**
 * Chooses between the range of a block and that of the jump to it. Optimizers merge equal blocks, of which one range is
 * left. In one function the block may also be a place where branches meet.
 */
function chosenRange(
  contract: CompiledContract,
  block: SourceRange | undefined,
  jump: SourceRange | undefined,
): SourceRange | undefined {
  const [of, from] = [placeOf(contract, block), placeOf(contract, jump)];
  if (from === undefined || of === undefined || of.declaration !== from.declaration) return jump;
  const { start, end } = from.range;
  if (start <= of.range.start && of.range.end <= end) return block;
  const text = from.source.slice(start, end);
  if (CALL.test(text)) return jump;
  return BRANCH.test(text) ? block : undefined;
}

/** Function and range that a frame of the stack is in. */
interface Place {
  readonly source: SourceText;
  readonly range: SourceRange;
  readonly declaration: Declaration | undefined;
}

const internalFrames = (
  frame: RunningFrame,
  at: CodePlace,
  calls: readonly FunctionCall[],
): readonly EvmSourceFrame[] => placedFrames(frame, at, calls).map((placed) => placed.frame);

/** Frame, and the jump into its function where it is known. */
interface PlacedFrame {
  readonly frame: EvmSourceFrame;
  readonly entered?: EnteredFunction;
}

/** Makes the frames of the functions of one contract, the innermost first. `calls` lead to `at`. */
export function placedFrames(
  frame: RunningFrame,
  at: CodePlace,
  calls: readonly FunctionCall[],
): readonly PlacedFrame[] {
  const { known } = frame;
  if (known === undefined) return [{ frame: { address: frame.start.to } }];
  const { contract } = known;
  const frames: PlacedFrame[] = [];
  let current = placeOf(contract, rangeOf(known, at));
  const add = (entered: Place | undefined, call?: FunctionCall): void => {
    const made = current === undefined ? [] : functionFrames(frame, current, entered);
    const { declaration, source } = entered ?? {};
    const jump = call && declaration && source && { call, declaration, source };
    frames.push(
      ...made.map((one, i) => (jump && i === made.length - 1 ? { frame: one, entered: jump } : { frame: one })),
    );
  };
  for (const call of [...calls].reverse()) {
    const site = placeOf(contract, rangeOf(known, call.site));
    const entered = placeOf(contract, rangeAt(known, call.entry));
    if (entered?.declaration !== undefined && isWhole(entered)) {
      add(entered, call);
      current = site;
    } else current = isInFunction(current) ? current : site;
  }
  add(undefined);
  if (frames.length > 0) return withCalled(frame, contract, frames);
  for (const { user, isMerged } of [at, ...calls.map(({ site }) => site).reverse()]) {
    const earlier = isMerged ? undefined : placeOf(contract, rangeAt(known, user));
    if (!isInFunction(earlier)) continue;
    const placed = functionFrames(frame, earlier, undefined).map((one) => ({ frame: one }));
    return withCalled(frame, contract, placed);
  }
  return [{ frame: contractFrame(frame, contract) }];
}

function placeOf({ sources }: CompiledContract, range: SourceRange | undefined): Place | undefined {
  const source = range && sources.get(range.source);
  if (source === undefined || range === undefined) return undefined;
  return { source, range, declaration: source.functionAt(range.start, range.end) };
}

/** Returns whether a place is all of a function: its entry, and the code that unpacks arguments before it. */
const isWhole = ({ declaration, range }: Place): boolean =>
  declaration !== undefined && range.start === declaration.start && range.end >= declaration.end;

const isInFunction = (place: Place | undefined): place is Place =>
  place !== undefined && place.declaration !== undefined && !isWhole(place);

/** Makes the frame of a place, and those of the function that was entered where another one is inlined in it. */
function functionFrames(frame: RunningFrame, place: Place, entered: Place | undefined): readonly EvmSourceFrame[] {
  const { known, start } = frame;
  if (known === undefined) return [];
  const { contract } = known;
  const { range, source } = place;
  // A constructor runs no getter: the place is the initial value of its variable.
  const isInitial = isCreation(start) && place.declaration?.kind === 'getter';
  const declaration = isInitial ? undefined : place.declaration;
  if (declaration === undefined) {
    // A range outside of functions is the whole contract, or the initial value of a variable.
    const isContract = source.declarations.some((one) => one.contract === undefined && one.start === range.start);
    return isCreation(start) && !isContract ? [frameIn(frame, contract.name, 'constructor', source, range.start)] : [];
  }
  if (isWhole(place) && entered === undefined) return [];
  const inner = frameIn(frame, nameOf(declaration, contract), declaration.name, source, range.start);
  const called = declaration.kind === 'modifier' ? calledFunction(frame, source) : undefined;
  const outer = entered?.declaration ?? called?.declaration;
  if (outer === undefined || outer === declaration || entered?.declaration === declaration) return [inner];
  const outerSource = entered?.source ?? called?.source ?? source;
  if (outer.name === declaration.name && outer.start === declaration.start) return [inner];
  const use = declaration.kind === 'modifier' ? modifierUse(outerSource, outer, declaration.name) : undefined;
  return [inner, frameIn(frame, nameOf(outer, contract), outer.name, outerSource, use)];
}

/** Function that the calldata names, in its source. */
interface Called {
  readonly declaration: Declaration;
  readonly source: SourceText;
}

/** Returns the function that the calldata names, if the contract or a source has exactly one of its name. */
function calledFunction({ known, start }: RunningFrame, place: SourceText): Called | undefined {
  if (known === undefined) return undefined;
  const { contract } = known;
  const name = isCreation(start) ? 'constructor' : functionIn(contract, start.input)?.name;
  for (const source of [contract.source, place]) {
    const found = source?.declarations.filter((one) => one.name === name && one.contract !== undefined) ?? [];
    const own = found.filter((one) => one.contract?.name === contract.name);
    const [declaration, ...others] = own.length > 0 ? own : found;
    if (declaration !== undefined && source !== undefined && others.length === 0) return { declaration, source };
  }
  return undefined;
}

/** Returns where the head of a function names a modifier. */
function modifierUse(source: SourceText, { start, body }: Declaration, modifier: string): number | undefined {
  const at = source.slice(start, body).search(new RegExp(`\\b${modifier.replaceAll('$', '\\$')}\\b`));
  return at < 0 ? undefined : start + at;
}

/** Returns the name of the library of a function; other functions run as the contract that inherits them. */
function nameOf({ contract }: Declaration, running: CompiledContract): string | undefined {
  if (contract === undefined) return undefined;
  return contract.kind === 'library' ? contract.name : running.name;
}

function frameIn(
  { start }: RunningFrame,
  contract: string | undefined,
  name: string,
  source: SourceText,
  offset: number | undefined,
): EvmSourceFrame {
  return {
    ...(contract !== undefined && { contract }),
    address: start.to,
    function: name,
    file: source.name,
    ...(offset !== undefined && source.positionOf(offset)),
  };
}

const declaredFrame = (frame: FailedFrame, { name, source }: CompiledContract, at: Declaration): EvmSourceFrame =>
  source === undefined
    ? { contract: name, address: frame.start.to }
    : {
        contract: name,
        address: frame.start.to,
        ...(at.contract !== undefined && { function: at.name }),
        file: source.name,
        ...source.positionOf(at.start),
      };

/**
 * Adds the function that the calldata name, where an optimizer has left no trace of it. An external function that they do
 * not name has not run: the optimizer has merged it with the one that they name.
 */
function withCalled(
  frame: RunningFrame,
  contract: CompiledContract,
  frames: readonly PlacedFrame[],
): readonly PlacedFrame[] {
  const called = contractFrame(frame, contract);
  const last = frames.at(-1)?.frame;
  if (called.function === undefined || last?.function === called.function) return frames;
  const isOther = functionsNamed(contract, last?.function ?? '').some(
    (one) => one.isExternal && one.file === last?.file,
  );
  return [...(isOther ? frames.slice(0, -1) : frames), { frame: called }];
}

/** Makes a frame without a line. The function is certain, because the calldata name it. */
function contractFrame({ start }: RunningFrame, contract: CompiledContract): EvmSourceFrame {
  const name = isCreation(start) ? 'constructor' : functionIn(contract, start.input)?.name;
  return { contract: contract.name, address: start.to, ...(name !== undefined && { function: name }) };
}

function causeOf(frame: FailedFrame, contracts: readonly CompiledContract[]): Cause {
  const { start, end, hasCode, known } = frame;
  const error = end.error ?? '';
  if (!hasCode)
    return { kind: 'precompile', message: `precompile ${to0x(start.to)} failed: ${precompileText(end.output, error)}` };
  if (error === 'execution reverted') {
    const text = revertText(end.output, contracts);
    if (text !== undefined) return text;
    return (known && emptyRevert(frame, known.contract)) ?? { kind: 'revert', message: SILENT };
  }
  if (error.includes('out of gas')) return { kind: 'out of gas', message: error };
  if (error.startsWith('invalid opcode')) return { kind: 'invalid opcode', message: error };
  if (error.includes('code size')) return { kind: 'code too large', message: error };
  return { kind: 'halt', message: error };
}

const precompileText = (output: Bytes, error: string): string => revertText(output, [])?.message ?? error;

/** Finds why a contract reverts without data: what solc checks before and after the code of a function. */
function emptyRevert(frame: FailedFrame, contract: CompiledContract): Cause | undefined {
  return checksOfEntry(frame, contract) ?? checksOfCall(frame);
}

function checksOfEntry(frame: FailedFrame, contract: CompiledContract): Cause | undefined {
  const { start } = frame;
  const { source } = contract;
  const own = source?.contractNamed(contract.name);
  const declared = ({ name }: AbiItem): Declaration | undefined => {
    const found = source?.declarations.filter((one) => one.name === name && one.contract === own) ?? [];
    return found.length === 1 ? found[0] : undefined;
  };
  if (isCreation(start)) {
    const made = specialIn(contract, 'constructor');
    const at = declared({ type: 'constructor', name: 'constructor' });
    if (start.value > 0n && (made === undefined || !isPayable(made)))
      return notPayable('constructor', start.value, at ?? own);
    const given = start.input.length - (contract.creation?.bytes.length ?? 0);
    return made !== undefined && given < leastArguments(made) ? tooShort('constructor', given, made, at) : undefined;
  }
  const isLibrary = own?.kind === 'library';
  const called = functionIn(contract, start.input);
  if (called !== undefined) {
    if (isLibrary && start.type === 'CALL' && !isReadOnly(called))
      return {
        kind: 'library called directly',
        message: 'a function of a library that changes the state was called directly',
        at: declared(called),
      };
    if (start.value > 0n && !isPayable(called) && !isLibrary)
      return notPayable(`function ${called.name}`, start.value, declared(called));
    const given = start.input.length - SELECTOR_BYTES;
    if (given < leastArguments(called)) return tooShort(`function ${called.name}`, given, called, declared(called));
    const at = declared(called);
    // Of a function that went through Yul, its range is all that is left of some statements.
    const isCertain = !contract.isViaYul || !hasArguments(called, start.input);
    if (at === undefined || !isBeforeBody(frame) || (at.kind !== 'getter' && !isCertain)) return undefined;
    return at.kind === 'getter'
      ? { kind: 'revert', message: SILENT, at }
      : {
          kind: 'wrong calldata',
          message: `function ${called.name} was called with arguments that its types do not allow`,
          at,
        };
  }
  if (isLibrary && start.type === 'CALL')
    return {
      kind: 'library called directly',
      message: 'a library was called directly: it has no such function, or one that changes the state',
      at: own,
    };
  if (isLibrary) return undefined;
  const fallback = specialIn(contract, 'fallback');
  const isEmpty = start.input.length === 0;
  const receive = isEmpty ? specialIn(contract, 'receive') : undefined;
  if (receive !== undefined) return undefined;
  if (fallback !== undefined)
    return start.value > 0n && !isPayable(fallback)
      ? notPayable('fallback function', start.value, declared({ type: 'fallback', name: 'fallback' }))
      : undefined;
  if (isEmpty)
    return {
      kind: 'no receive function',
      message: 'the contract was called without data, and has neither a receive nor a fallback function',
      at: own,
    };
  return {
    kind: 'unknown function',
    message:
      start.input.length < SELECTOR_BYTES
        ? `the contract was called with ${start.input.length} bytes, and has no fallback function`
        : `the contract has no function with the selector ${to0x(start.input.subarray(0, SELECTOR_BYTES))}, and no fallback function`,
    at: own,
  };
}

const notPayable = (what: string, value: bigint, at: Declaration | undefined): Cause => ({
  kind: 'not payable',
  message: `${what} is not payable and was called with ${value} wei`,
  at,
});

const tooShort = (what: string, given: number, called: AbiItem, at: Declaration | undefined): Cause => ({
  kind: 'wrong calldata',
  message: `${what} was called with ${given} bytes of arguments, expected at least ${leastArguments(called)}`,
  at,
});

/** Returns whether a frame has run nothing of a function's body, so that the code that unpacks the arguments failed. */
const isBeforeBody = ({ known, place, calls }: FailedFrame): boolean =>
  known?.isExact === true &&
  known.code.hasMap &&
  [place, ...calls.map(({ site }) => site)].every(({ user }) => user < 0);

const NO_CODE: Cause = {
  kind: 'call of an account without code',
  message: 'a function was called on an account without code',
};

/** Finds what solc checks before and after a call of another contract. */
function checksOfCall(frame: FailedFrame): Cause | undefined {
  const { known, lastCall, lastSize } = frame;
  if (known === undefined) return undefined;
  const here = callerRange(known, frame.place, frame.calls);
  if (here === undefined) return undefined;
  const isHere = (place: CodePlace, calls: readonly FunctionCall[]): boolean => {
    const there = callerRange(known, place, calls);
    return there !== undefined && isSame(there, here);
  };
  if (lastSize !== undefined && lastSize.steps <= MAX_CHECK_STEPS && isHere(lastSize.place, frame.calls))
    return NO_CODE;
  if (lastCall === undefined || lastCall.failed !== undefined || !isHere(lastCall.place, lastCall.calls))
    return undefined;
  if (!lastCall.hasCode) return NO_CODE;
  return { kind: 'wrong return data', message: 'the called contract returned other data than its function has' };
}
