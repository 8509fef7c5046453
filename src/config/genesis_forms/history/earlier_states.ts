/**
 * Reads `historical_states` of a state file (foundry's `StateSnapshot`), and divides them into what differs from one to
 * the next, because most accounts stay as they are.
 */
import { keccak256 } from '../../../kernel/hash.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import { addressOfText, type JsonNode, wordOfText } from '../json_node.js';
import type { BlockOfFile, Pause } from './earlier_blocks.js';
import type { HistoryAccount, HistoryState } from './history_document.js';

/** Accounts and slots that are read between two pauses. */
const AT_ONCE = 2_048;
const NONCE_LIMIT = 2n ** 64n;
const NO_CODE = new Uint8Array(0);

const hexOf = (value: bigint): string => `0x${value.toString(16)}`;
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

/** State as text, by address. */
interface Whole {
  readonly accounts: Map<string, NonNullable<HistoryAccount>>;
  readonly storage: Map<string, Map<string, string>>;
}

/** Contents of the states that were read so far. */
interface Reading {
  readonly codes: Set<string>;
  readonly pause: () => Promise<void> | undefined;
}

/** Returns the states after blocks of the chain, ascending. */
export async function readEarlierStates(
  nodes: readonly JsonNode[],
  blocks: readonly BlockOfFile[],
  pause: Pause,
): Promise<readonly HistoryState[]> {
  const numbers = new Map(blocks.map(({ fileHash, number }) => [fileHash, number]));
  const numbered = nodes.flatMap((node) => {
    const [hash, state] = node.elements();
    const number = numbers.get(String(hash?.value).toLowerCase());
    return number === undefined || state === undefined ? [] : [{ number, state }];
  });
  numbered.sort((a, b) => a.number - b.number);
  let read = 0;
  const reading: Reading = { codes: new Set(), pause: () => (++read % AT_ONCE === 0 ? pause() : undefined) };
  const states: HistoryState[] = [];
  let before: Whole = { accounts: new Map(), storage: new Map() };
  for (const { number, state } of numbered) {
    if (states.at(-1)?.number === number) continue;
    const codes: Record<string, string> = {};
    const whole = await readWhole(state, reading, codes);
    states.push({ number, ...differences(before, whole), codes });
    before = whole;
  }
  return states;
}

async function readWhole(node: JsonNode, reading: Reading, codes: Record<string, string>): Promise<Whole> {
  const whole: Whole = { accounts: new Map(), storage: new Map() };
  for (const [key, account] of node.field('accounts').members()) {
    const address = addressOfText(key);
    if (address === undefined) throw account.badName('is not an address, expected 40 hex digits, which may follow 0x');
    whole.accounts.set(address, readAccount(account, reading.codes, codes));
    const rest = reading.pause();
    if (rest !== undefined) await rest;
  }
  for (const [key, slots] of node.field('storage').members()) {
    const address = addressOfText(key);
    if (address === undefined) throw slots.badName('is not an address, expected 40 hex digits, which may follow 0x');
    const storage = new Map<string, string>();
    for (const [slotText, valueNode] of slots.members()) {
      const slot = wordOfText(slotText);
      if (slot === undefined) throw valueNode.badName('is not a slot, expected at most 64 hex digits');
      const value = valueNode.quantity(MAX_UINT256 + 1n);
      if (value !== 0n) storage.set(word(slot), word(value));
      const rest = reading.pause();
      if (rest !== undefined) await rest;
    }
    if (storage.size > 0) whole.storage.set(address, storage);
  }
  return whole;
}

function readAccount(node: JsonNode, known: Set<string>, codes: Record<string, string>): NonNullable<HistoryAccount> {
  const code = codeOf(node.field('code'));
  const codeHash = to0x(keccak256(code));
  if (!known.has(codeHash)) {
    known.add(codeHash);
    codes[codeHash] = to0x(code);
  }
  const nonce = node.field('nonce').quantity(NONCE_LIMIT, 0n);
  return [hexOf(nonce), hexOf(node.field('balance').quantity(MAX_UINT256 + 1n, 0n)), codeHash];
}

/** Reads revm's `Bytecode`: code with its padding and its original length, code alone, or a delegation (EIP-7702). */
function codeOf(node: JsonNode): Uint8Array {
  if (!node.present) return NO_CODE;
  if (typeof node.value === 'string') return fromHex(node.data());
  const analyzed = node.field('LegacyAnalyzed');
  if (analyzed.present) {
    const bytes = fromHex(analyzed.field('bytecode').data());
    return bytes.subarray(0, Number(analyzed.field('original_len').quantity(BigInt(bytes.length) + 1n)));
  }
  const delegated = node.field('Eip7702');
  if (delegated.present) return fromHex(delegated.field('raw').data());
  const raw = node.field('LegacyRaw');
  if (raw.present) return fromHex(raw.data());
  throw node.bad("revm's bytecode: LegacyAnalyzed, LegacyRaw or Eip7702");
}

function differences(before: Whole, after: Whole) {
  const accounts: Record<string, HistoryAccount> = {};
  for (const [address, account] of after.accounts) {
    const old = before.accounts.get(address);
    if (old === undefined || old.some((part, i) => part !== account[i])) accounts[address] = account;
  }
  for (const address of before.accounts.keys()) if (!after.accounts.has(address)) accounts[address] = null;
  const storage: Record<string, Record<string, string>> = {};
  for (const address of new Set([...before.storage.keys(), ...after.storage.keys()])) {
    const slots = changedSlots(before.storage.get(address), after.storage.get(address));
    if (Object.keys(slots).length > 0) storage[address] = slots;
  }
  return { accounts, storage };
}

const NO_SLOTS: ReadonlyMap<string, string> = new Map();

function changedSlots(before = NO_SLOTS, after = NO_SLOTS): Record<string, string> {
  const slots: Record<string, string> = {};
  for (const [slot, value] of after) if (before.get(slot) !== value) slots[slot] = value;
  for (const slot of before.keys()) if (!after.has(slot)) slots[slot] = word(0n);
  return slots;
}
