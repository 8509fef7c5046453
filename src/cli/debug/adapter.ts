/**
 * Translates the Debug Adapter Protocol (microsoft.github.io/debug-adapter-protocol) to the methods of the devnet's
 * debugger. The only thread is the transaction.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EvmDebugItem, WrittenDebugView } from '../../backend/evm/debugging.js';
import { HalleyError } from '../../kernel/errors.js';
import { placeName } from '../call_lines.js';
import type { DevnetClient } from '../network/devnet_client.js';
import { type Breakpoint, hitCountProblem, stopsAt } from './conditions.js';
import type { DapRequest } from './messages.js';
import { evaluated, scopesOf } from './variables.js';

const THREAD = 1;

/** Most positions at which conditions are checked in one move; the transaction runs again for each. */
const MAX_CHECKS = 500;

/** Method of the devnet that opens a session, with its arguments, and its name for the editor. */
export interface Subject {
  readonly name: string;
  readonly open: readonly [method: string, ...parameters: unknown[]];
}

export const transactionSubject = (hash: unknown): Subject => ({
  name: `transaction ${hash}`,
  open: ['halley_debugTransaction', hash],
});

export const callSubject = (call: unknown, block: unknown = 'latest'): Subject => ({
  name: 'call',
  open: ['halley_debugCall', call, block],
});

/** Result of `halley_debugTransaction` and `halley_debugCall`. */
interface Session {
  readonly session: string;
  readonly position: number;
  readonly steps: number;
  readonly sources: readonly { readonly name: string; readonly text: string }[];
}

interface Stop {
  readonly position: number;
  readonly reason: string;
}

type Arguments = Readonly<Record<string, unknown>>;

const CAPABILITIES = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsInstructionBreakpoints: true,
  supportsStepBack: true,
  supportsSteppingGranularity: true,
  supportsEvaluateForHovers: true,
  supportsTerminateRequest: true,
  exceptionBreakpointFilters: [{ filter: 'revert', label: 'Reverts and other failures', default: true }],
};

/** Moves by request: kind, and whether it goes back. */
const MOVES: Readonly<Record<string, readonly [kind: string, reverse: boolean]>> = {
  next: ['next', false],
  stepIn: ['stepIn', false],
  stepOut: ['stepOut', false],
  stepBack: ['next', true],
  continue: ['continue', false],
  reverseContinue: ['continue', true],
};

export class DebugAdapter {
  #session: Session | undefined;
  #position = 0;
  /** View of the position; undefined until the editor asks for it. */
  #view: WrittenDebugView | undefined;
  /** Variables by their reference minus 1. References are those of one position. */
  #variables: (readonly EvmDebugItem[])[] = [];
  readonly #lineBreakpoints = new Map<string, readonly Breakpoint[]>();
  #functionBreakpoints: readonly Breakpoint[] = [];
  #instructionBreakpoints: readonly Breakpoint[] = [];
  #stopsAtReverts = false;
  /** Numbers of the first line and of the first column in the client's terms. */
  #firstLine = 1;
  #firstColumn = 1;
  /** Whether the client has ended the session. */
  isClosed = false;

  constructor(
    private readonly client: DevnetClient,
    private subject: Subject,
    private readonly send: (message: object) => void,
  ) {}

  /** Answers a request. A failure is an answer too. */
  async take({ seq, command, arguments: given }: DapRequest): Promise<void> {
    const response = { type: 'response', request_seq: seq, command };
    try {
      const body = await this.#answer(command, given);
      this.send({ ...response, success: true, body });
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      const message = { id: 1, format: error.message, showUser: true };
      this.send({ ...response, success: false, message: error.message, body: { error: message } });
      return;
    }
    try {
      await this.#after(command, given);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      // The request has its response, and the client waits for the end of the move.
      this.#event('output', { category: 'stderr', output: `${error.message}\n` });
      this.#stopped('pause', error.message);
    }
  }

  async #answer(command: string, given: Arguments): Promise<unknown> {
    switch (command) {
      case 'initialize':
        this.#firstLine = given['linesStartAt1'] === false ? 0 : 1;
        this.#firstColumn = given['columnsStartAt1'] === false ? 0 : 1;
        return CAPABILITIES;
      case 'launch':
      case 'attach':
        if (given['hash'] !== undefined) this.subject = transactionSubject(given['hash']);
        if (given['call'] !== undefined) this.subject = callSubject(given['call'], given['block']);
        this.#session = (await this.client.call(...this.subject.open)) as Session;
        this.#position = this.#session.position;
        return undefined;
      case 'setBreakpoints':
        return { breakpoints: await this.#setLines(given) };
      case 'setFunctionBreakpoints': {
        const set = listIn(given, 'breakpoints').map((one) => breakpointOf({ function: String(one['name']) }, one));
        this.#functionBreakpoints = set.filter((one) => hitCountProblem(one) === undefined);
        return { breakpoints: set.map(verified) };
      }
      case 'setInstructionBreakpoints':
        return { breakpoints: this.#setInstructions(given) };
      case 'setExceptionBreakpoints':
        this.#stopsAtReverts = Array.isArray(given['filters']) && given['filters'].includes('revert');
        return undefined;
      case 'configurationDone':
      case 'pause':
      case 'next':
      case 'stepIn':
      case 'stepOut':
      case 'stepBack':
      case 'reverseContinue':
      case 'continue':
        // A move needs a transaction.
        return this.#opened && command === 'continue' ? { allThreadsContinued: true } : undefined;
      case 'threads':
        return { threads: [{ id: THREAD, name: this.subject.name }] };
      case 'stackTrace':
        return this.#stackTrace(given);
      case 'scopes': {
        const view = await this.#shown();
        return {
          scopes: scopesOf(view, Number(given['frameId']) - 1).map(([name, variables]) => ({
            name,
            variablesReference: this.#reference(variables),
            expensive: false,
          })),
        };
      }
      case 'variables':
        return {
          variables: (this.#variables[Number(given['variablesReference']) - 1] ?? []).map((one) =>
            this.#asVariable(one),
          ),
        };
      case 'source':
        return { content: this.#opened.sources[referenceIn(given) - 1]?.text ?? '' };
      case 'evaluate': {
        const expression = String(given['expression']);
        const found = evaluated(await this.#shown(), Number(given['frameId'] ?? 1) - 1, expression);
        if (found === undefined)
          throw new HalleyError(
            'not-found',
            `"${expression}" is neither a variable with a certain value nor a slot in hex that the run has accessed`,
          );
        const { value, type, variablesReference } = this.#asVariable(found);
        return { result: value, type, variablesReference };
      }
      case 'terminate':
      case 'disconnect':
        // After `terminate` the client still asks to disconnect.
        this.isClosed = command === 'disconnect';
        if (this.#session !== undefined) await this.client.call('halley_debugClose', this.#session.session);
        return undefined;
      default:
        throw new HalleyError('invalid-argument', `the request "${command}" is not supported`);
    }
  }

  /** Sends the events that follow a response. */
  async #after(command: string, given: Arguments): Promise<void> {
    if (command === 'launch' || command === 'attach') this.#event('initialized');
    if (command === 'configurationDone') this.#stopped('entry');
    if (command === 'terminate') this.#event('terminated');
    const move = MOVES[command];
    if (move !== undefined) await this.#move(move, given['granularity'] === 'instruction');
  }

  async #move([kind, reverse]: readonly [string, boolean], byInstruction: boolean): Promise<void> {
    const from = this.#position;
    const all = [
      ...[...this.#lineBreakpoints.values()].flat(),
      ...this.#functionBreakpoints,
      ...this.#instructionBreakpoints,
    ];
    const conditional = all.filter(({ condition, hits }) => condition !== undefined || hits !== undefined);
    const plain = all.filter((one) => !conditional.includes(one)).map(({ at }) => at);
    const breakpoints = [...plain, ...(this.#stopsAtReverts ? [{ revert: true }] : [])];
    const granularity = byInstruction ? 'instruction' : 'line';
    const move = { kind, reverse, granularity, breakpoints };
    const end = (await this.client.call('halley_debugMove', this.#opened.session, from, move)) as Stop;
    const hit = conditional.length === 0 ? undefined : await this.#firstHit(from, end.position, reverse, conditional);
    this.#moveTo(hit?.position ?? end.position);
    // A client that goes on at the end has seen all.
    if (hit !== undefined) this.#stopped('breakpoint', hit.note);
    else if (end.reason === 'end' && end.position === from) this.#event('terminated');
    else
      this.#stopped(
        end.reason === 'breakpoint' || end.reason === 'exception' ? end.reason : 'step',
        end.reason === 'end' ? `end of the ${this.subject.name}` : undefined,
      );
  }

  /** Finds the first position before the end of a move where a condition holds, or cannot be checked. */
  async #firstHit(
    from: number,
    end: number,
    reverse: boolean,
    conditional: readonly Breakpoint[],
  ): Promise<{ readonly position: number; readonly note?: string } | undefined> {
    const move = { kind: 'continue', reverse, breakpoints: conditional.map(({ at }) => at) };
    for (let position = from, checks = 0; ; checks++) {
      const stop = (await this.client.call('halley_debugMove', this.#opened.session, position, move)) as Stop;
      position = stop.position;
      if (stop.reason !== 'breakpoint' || (reverse ? position < end : position > end)) return undefined;
      this.#moveTo(position);
      try {
        if (checks === MAX_CHECKS)
          throw new HalleyError(
            'limit-exceeded',
            `conditions did not hold at ${MAX_CHECKS} positions: continue from here`,
          );
        if (stopsAt(conditional, await this.#shown())) return { position };
      } catch (error) {
        if (!(error instanceof HalleyError)) throw error;
        return { position, note: error.message };
      }
    }
  }

  #moveTo(position: number): void {
    if (position === this.#position) return;
    this.#position = position;
    this.#view = undefined;
    this.#variables = [];
  }

  async #setLines(given: Arguments): Promise<readonly object[]> {
    const source = (given['source'] ?? {}) as { readonly path?: string; readonly sourceReference?: number };
    const file = this.#opened.sources[(source.sourceReference ?? 0) - 1]?.name ?? source.path ?? '';
    const answers: object[] = [];
    const set: Breakpoint[] = [];
    for (const one of listIn(given, 'breakpoints')) {
      const from = Number(one['line']) + 1 - this.#firstLine;
      const actual = (await this.client.call('halley_debugLine', this.#opened.session, file, from)) as number | null;
      if (actual === null) {
        answers.push({ verified: false, message: 'the transaction has no code of this line or after it' });
        continue;
      }
      const breakpoint = breakpointOf({ file, line: actual }, one);
      if (hitCountProblem(breakpoint) === undefined) set.push(breakpoint);
      answers.push({ ...verified(breakpoint), line: actual - 1 + this.#firstLine });
    }
    this.#lineBreakpoints.set(file, set);
    return answers;
  }

  #setInstructions(given: Arguments): readonly object[] {
    const set = listIn(given, 'breakpoints').map((one) => {
      const { instructionReference, offset = 0 } = one;
      const [, address, pc] = /^(0x[0-9a-f]{40}):(\d+)$/.exec(String(instructionReference)) ?? [];
      const at = Number(pc) + Number(offset);
      return address === undefined || !(Number.isSafeInteger(at) && at >= 0)
        ? undefined
        : breakpointOf({ address, pc: at }, one);
    });
    this.#instructionBreakpoints = set.filter(
      (one) => one !== undefined && hitCountProblem(one) === undefined,
    ) as Breakpoint[];
    return set.map((one) => (one === undefined ? { verified: false } : verified(one)));
  }

  async #stackTrace({ startFrame, levels }: Arguments): Promise<object> {
    const { frames, pc } = await this.#shown();
    const start = Number(startFrame ?? 0);
    const end = levels === undefined || levels === 0 ? undefined : start + Number(levels);
    const shown = frames.map((frame, i) => ({
      id: i + 1,
      name: placeName(frame),
      source: frame.line === undefined ? undefined : this.#sourceOf(frame.file),
      line: frame.line === undefined ? 0 : frame.line - 1 + this.#firstLine,
      column: frame.column === undefined ? 0 : frame.column - 1 + this.#firstColumn,
      ...(i === 0 && { instructionPointerReference: `${frame.address}:${pc}` }),
    }));
    return { stackFrames: shown.slice(start, end), totalFrames: shown.length };
  }

  /** Returns a file of this folder where its text is the compiled one, and otherwise the text of the artifact. */
  #sourceOf(name: string | undefined): object | undefined {
    const { sources } = this.#opened;
    const index = sources.findIndex((source) => source.name === name);
    const source = sources[index];
    if (source === undefined) return undefined;
    const path = resolve(source.name);
    return textAt(path) === source.text
      ? { name: source.name, path }
      : { name: source.name, sourceReference: index + 1 };
  }

  async #shown(): Promise<WrittenDebugView> {
    this.#view ??= (await this.client.call(
      'halley_debugView',
      this.#opened.session,
      this.#position,
    )) as WrittenDebugView;
    return this.#view;
  }

  get #opened(): Session {
    if (this.#session === undefined)
      throw new HalleyError('conflict', 'no transaction is open: expected launch or attach first');
    return this.#session;
  }

  #reference(variables: readonly EvmDebugItem[]): number {
    return this.#variables.push(variables);
  }

  #asVariable({ name = '', type, value, children = [] }: EvmDebugItem) {
    return { name, value, type, variablesReference: children.length === 0 ? 0 : this.#reference(children) };
  }

  #stopped(reason: string, description?: string): void {
    this.#event('stopped', { reason, description, threadId: THREAD, allThreadsStopped: true });
  }

  #event(event: string, body?: object): void {
    this.send({ type: 'event', event, body });
  }
}

const textIn = (given: Arguments, name: string): string | undefined => {
  const text = given[name];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
};

const breakpointOf = (at: Breakpoint['at'], given: Arguments): Breakpoint => ({
  at,
  condition: textIn(given, 'condition'),
  hits: textIn(given, 'hitCondition'),
  count: 0,
});

function verified(breakpoint: Breakpoint): object {
  const message = hitCountProblem(breakpoint);
  return message === undefined ? { verified: true } : { verified: false, message };
}

const listIn = (given: Arguments, name: string): readonly Arguments[] =>
  Array.isArray(given[name]) ? given[name].filter((one) => typeof one === 'object' && one !== null) : [];

const referenceIn = ({ source, sourceReference }: Arguments): number =>
  Number((source as { readonly sourceReference?: number } | undefined)?.sourceReference ?? sourceReference);

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The folder is not that of the project.
    return undefined;
  }
}
