/** Writes the state after a block as `historical_states` of Anvil's state file has it (foundry's `StateSnapshot`). */
import type { ListedAccount } from '../../app/state_listing.js';
import { delegateOf } from '../../evm/authorizations.js';
import { type Bytes, bytesToBigint } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { quantity } from '../../rpc/evm/quantity.js';

const JUMPDEST = 0x5b;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;
/** Pads code so that execution beyond its end stops: the longest data of a PUSH, and STOP. */
const END_OF_CODE = '00'.repeat(33);

/** Yields the pieces of the JSON. `accounts` is called twice: storage has a list of its own. */
export function* snapshotJson(
  accounts: () => Iterable<ListedAccount>,
  blockHashes: Iterable<readonly [number: bigint, hash: Bytes]>,
): Generator<string> {
  let separator = '{"accounts":{';
  for (const { address, account, code } of accounts()) {
    const { nonce, balance, codeHash } = account;
    yield `${separator}"${to0x(address)}":{"balance":"${quantity(balance)}","nonce":${nonce},"code_hash":"${to0x(codeHash)}","code":${bytecodeJson(code)}}`;
    separator = ',';
  }
  yield separator === ',' ? '},"storage":{' : '{"accounts":{},"storage":{';
  yield* storageJson(accounts());
  yield '},"block_hashes":{';
  separator = '';
  for (const [number, hash] of blockHashes) {
    yield `${separator}"${quantity(number)}":"${to0x(hash)}"`;
    separator = ',';
  }
  yield '}}';
}

function* storageJson(accounts: Iterable<ListedAccount>): Generator<string> {
  let separator = '';
  for (const { address, storage } of accounts) {
    let of = `${separator}"${to0x(address)}":{`;
    for (const [slot, value] of storage) {
      yield `${of}"${quantity(bytesToBigint(slot))}":"${quantity(bytesToBigint(value))}"`;
      of = ',';
    }
    // An account without storage is not listed.
    if (of !== ',') continue;
    yield '}';
    separator = ',';
  }
}

/** Returns revm's `Bytecode`: a delegation, or code with its jump destinations. */
function bytecodeJson(code: Bytes): string {
  const hex = toHex(code);
  const delegate = delegateOf(code);
  if (delegate !== undefined)
    return `{"Eip7702":{"delegated_address":"${to0x(delegate)}","version":0,"raw":"0x${hex}"}}`;
  const table = `{"order":"bitvec::order::Lsb0","head":{"width":8,"index":0},"bits":${code.length},"data":[${jumpTable(code)}]}`;
  return `{"LegacyAnalyzed":{"bytecode":"0x${hex}${END_OF_CODE}","original_len":${code.length},"jump_table":${table}}}`;
}

/** Returns a bit for each byte of code, the lowest bit first; it is set for a JUMPDEST that is not data of a PUSH. */
function jumpTable(code: Bytes): Uint8Array {
  const table = new Uint8Array(Math.ceil(code.length / 8));
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] as number;
    if (opcode === JUMPDEST) table[at >> 3] = (table[at >> 3] as number) | (1 << (at & 7));
    if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1;
  }
  return table;
}
