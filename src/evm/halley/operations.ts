/** Implements operations that read accounts, code and blocks, loads slots on first access, and records logs. */
import { textOfAddress } from '../../kernel/byte_text.js';
import { type Bytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { opcodeOf } from '../opcodes.js';
import type { MachineState } from '../state.js';
import { accessGas, codeOf, hasRoomFor, isEmpty } from './accounts.js';
import { fail, frameEnded } from './frame_end.js';
import * as layout from './layout.js';
import type { Run } from './run.js';

const BALANCE = opcodeOf('BALANCE');
const EXTCODESIZE = opcodeOf('EXTCODESIZE');
const EXTCODECOPY = opcodeOf('EXTCODECOPY');
const EXTCODEHASH = opcodeOf('EXTCODEHASH');
const BLOCKHASH = opcodeOf('BLOCKHASH');
const SELFBALANCE = opcodeOf('SELFBALANCE');
const LOG0 = opcodeOf('LOG0');
const SELFDESTRUCT = opcodeOf('SELFDESTRUCT');

const WORD = 32;
const NEW_ACCOUNT_GAS = 25_000;
/** Blocks whose hash code can read. */
const BLOCK_WINDOW = 256n;

/** Performs the current operation on the host. */
export function operate<S extends MachineState>(run: Run<S>): Promise<void> | undefined {
  const { wasm } = run;
  const op = wasm.number(layout.OP);
  const act = op === SELFDESTRUCT ? selfDestruct : read;
  if (wasm.call.price(priceOf(run, op)) === 0) return fail(run, layout.OUT_OF_GAS);
  if (!run.isStepped) return act(run, op);
  const wait = run.report(wasm.gas(layout.COST));
  return wait === undefined ? act(run, op) : wait.then(() => act(run, op));
}

/** Returns the part of the price that the interpreter does not know. */
function priceOf<S extends MachineState>(run: Run<S>, op: number): number {
  const { wasm, frame } = run;
  switch (op) {
    case BALANCE:
    case EXTCODESIZE:
    case EXTCODECOPY:
    case EXTCODEHASH:
      return accessGas(run, run.engine.addresses.of(wasm).text);
    case SELFDESTRUCT: {
      const { address: heir, text } = run.engine.addresses.of(wasm);
      // A warm beneficiary costs nothing.
      const access = run.isWarm(text) ? 0 : accessGas(run, text);
      const isNew = isEmpty(run.state.account(heir)) && run.account(frame.address).balance > 0n;
      return access + (isNew ? NEW_ACCOUNT_GAS : 0);
    }
    default:
      return 0;
  }
}

function read<S extends MachineState>(run: Run<S>, op: number): Promise<void> | undefined {
  const { wasm, frame } = run;
  const top = wasm.number(layout.TOP);
  switch (op) {
    case SELFBALANCE: {
      const balance = run.account(frame.address).balance;
      wasm.call.finish(-1);
      wasm.setValueAt(top + WORD, balance);
      return undefined;
    }
    case BLOCKHASH: {
      const hash = blockHash(run, wasm.valueAt(top));
      wasm.call.finish(0);
      wasm.setValueAt(top, hash);
      return undefined;
    }
    case EXTCODECOPY:
      return copyCode(run, top);
  }
  const { address, text } = run.engine.addresses.of(wasm);
  run.warm.add(text);
  const account = run.state.account(address);
  const value =
    op === BALANCE
      ? (account?.balance ?? 0n)
      : op === EXTCODESIZE
        ? BigInt(codeOf(run, account).bytes.length)
        : isEmpty(account)
          ? 0n
          : bytesToBigint((account as NonNullable<typeof account>).codeHash);
  wasm.call.finish(0);
  wasm.setValueAt(top, value);
  return undefined;
}

function copyCode<S extends MachineState>(run: Run<S>, top: number): Promise<void> | undefined {
  const { wasm } = run;
  const { address, text } = run.engine.addresses.of(wasm);
  run.warm.add(text);
  const { bytes: code } = codeOf(run, run.state.account(address));
  const to = Number(BigInt.asUintN(32, wasm.valueAt(top - WORD)));
  const from = wasm.valueAt(top - 2 * WORD);
  const length = Number(BigInt.asUintN(32, wasm.valueAt(top - 3 * WORD)));
  if (wasm.call.finish(4) === 0) return fail(run, layout.OUT_OF_GAS);
  if (length === 0) return undefined;
  const start = from > BigInt(code.length) ? code.length : Number(from);
  const part = code.subarray(start, start + length);
  const at = wasm.call.memoryOf() + to;
  wasm.bytes.set(part, at);
  wasm.bytes.fill(0, at + part.length, at + length);
  return undefined;
}

function blockHash<S extends MachineState>({ context, state, rules }: Run<S>, number: bigint): bigint {
  if (number >= context.number || number + BLOCK_WINDOW < context.number) return 0n;
  return bytesToBigint(rules.blockHash(state, number));
}

function selfDestruct<S extends MachineState>(run: Run<S>): undefined {
  const { wasm, frame, rules } = run;
  const { address: heir, text: heirText } = run.engine.addresses.of(wasm);
  const { address } = frame;
  const account = run.account(address);
  const { balance } = account;
  const about = { depth: frame.depth + 1, from: address, to: heir, input: EMPTY_BYTES, gas: 0n, value: balance };
  const text = textOfAddress(address);
  if (heirText !== text && !hasRoomFor(run.state.account(heir), balance)) {
    wasm.setNumber(layout.REASON, layout.VALUE_OVERFLOW);
    wasm.setNumber(layout.DATA_BYTES, 0);
    return frameEnded(run, layout.FAILED);
  }
  run.enter({ type: 'SELFDESTRUCT', ...about });
  run.exit(about.depth, EMPTY_BYTES, 0n, undefined);
  run.warm.add(heirText);
  const goes = !rules.keepsDestroyed || run.created.has(text);
  if (heirText !== text) {
    run.transfer(address, heir, balance);
    if (balance === 0n && run.state.account(heir) !== undefined) run.touched.add(heirText);
  } else if (goes) {
    run.state.setAccount(address, { ...account, balance: 0n });
    run.burned += balance;
  }
  if (goes) run.destroyed.add(text);
  wasm.call.finish(1);
  wasm.setNumber(layout.DATA_BYTES, 0);
  return frameEnded(run, layout.STOPPED);
}

export function log<S extends MachineState>(run: Run<S>): void {
  const { wasm, frame } = run;
  const topics: Bytes[] = [];
  const count = wasm.number(layout.OP) - LOG0;
  for (let i = 0; i < count; i++) topics.push(wasm.word(layout.TOPICS + i * WORD));
  const entry = { address: frame.address, topics, data: wasm.data };
  run.logs.push(entry);
  run.reportLog(entry);
}

/**
 * Provides the value of the slot that the interpreter needs. Once the interpreter has asked for an account's slots as
 * often as the account has slots, it receives all of them and does not ask again. For an account without slots this
 * happens at the first request.
 */
export function provideSlot<S extends MachineState>(run: Run<S>): void {
  const { wasm, frame } = run;
  if (run.asksForAll(frame)) provideAll(run);
  else {
    wasm.setWord(layout.SLOT_VALUE, run.state.storage(frame.address, wasm.word(layout.SLOT_KEY)));
    wasm.call.provideSlot(frame.account);
  }
}

function provideAll<S extends MachineState>({ wasm, frame, state }: Run<S>): void {
  for (const slot of state.slotsOfAccount(frame.address)) {
    wasm.setWord(layout.SLOT_KEY, slot);
    // Code may have written the slot since.
    if (wasm.call.lookUpSlot(frame.account) !== 0) continue;
    wasm.setWord(layout.SLOT_VALUE, state.storage(frame.address, slot));
    wasm.call.provideSlot(frame.account);
  }
  wasm.call.markWhole(frame.account);
}
