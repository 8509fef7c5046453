/**
 * Creates the access list of a call: the accounts and slots that it touches, except those that are warm from its start.
 * Follows geth's `eth/tracers/logger` (AccessListTracer): the call runs with the list so far until the list no longer
 * changes.
 */
import type { EvmAccessListOutcome, EvmCallRequest } from '../../backend/evm/execution.js';
import { createAddress } from '../../codec/ethereum/tx.js';
import { authorityOf } from '../../evm/authorizations.js';
import type { BlockContext } from '../../evm/block_context.js';
import { AUTHORIZATION_GAS } from '../../evm/intrinsic_gas.js';
import type { Machine } from '../../evm/machine.js';
import type { Observer, OpcodeStep } from '../../evm/observer.js';
import { codesThatAccess } from '../../evm/opcodes.js';
import { precompiledIn } from '../../evm/precompiled.js';
import { bigintToBytes } from '../../kernel/bytes.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import { PRECOMPILES } from '../precompiles/index.generated.js';
import type { WorkingState } from '../state/types.js';
import { messageOf, simulate, ZERO_ADDRESS } from './simulate.js';

type AccessList = NonNullable<EvmCallRequest['accessList']>;

const ADDRESS_BYTES = 20;
const SLOT_BYTES = 32;

const OF_SLOTS = codesThatAccess('slot');
const OF_ACCOUNTS = codesThatAccess('account', 'beneficiary');
const OF_CALLS = codesThatAccess('callee');

/** Collects what a run touches, by address and slot in hex. */
class Touched implements Observer {
  readonly #slots = new Map<string, Set<string>>();

  /** Starts with the entries of `known`. Accounts in `warm` are listed only if a slot of theirs is. */
  constructor(
    private readonly warm: ReadonlySet<string>,
    known: AccessList,
  ) {
    for (const { address, storageKeys } of known) {
      const hex = toHex(address);
      if (warm.has(hex)) continue;
      this.#account(hex);
      for (const key of storageKeys) this.#account(hex).add(toHex(key));
    }
  }

  step(step: OpcodeStep): void {
    const { op, address } = step;
    if (OF_SLOTS.has(op)) this.#slot(toHex(address), step.stack().at(-1));
    else if (OF_ACCOUNTS.has(op)) this.#named(step.stack().at(-1));
    else if (OF_CALLS.has(op)) this.#named(step.stack().at(-2));
  }

  /** Returns the list, sorted as geth sorts it. */
  get list(): AccessList {
    return [...this.#slots].sort(byName).map(([address, slots]) => ({
      address: fromHex(address),
      storageKeys: [...slots].sort().map((slot) => fromHex(slot)),
    }));
  }

  /** Returns a text that is equal for equal lists. */
  get spelled(): string {
    return JSON.stringify([...this.#slots].sort(byName).map(([address, slots]) => [address, [...slots].sort()]));
  }

  #slot(address: string, slot: bigint | undefined): void {
    if (slot !== undefined) this.#account(address).add(toHex(bigintToBytes(slot, SLOT_BYTES)));
  }

  #named(word: bigint | undefined): void {
    if (word === undefined) return;
    const address = toHex(bigintToBytes(BigInt.asUintN(8 * ADDRESS_BYTES, word), ADDRESS_BYTES));
    if (!this.warm.has(address)) this.#account(address);
  }

  #account(address: string): Set<string> {
    const known = this.#slots.get(address);
    if (known !== undefined) return known;
    const fresh = new Set<string>();
    this.#slots.set(address, fresh);
    return fresh;
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/**
 * Returns the accounts that are warm without a list: sender, receiver, precompiles, and the signers of authorizations.
 */
function warmFor(
  request: EvmCallRequest,
  { state, rules }: Machine<WorkingState>,
  { evmChainId }: BlockContext,
): ReadonlySet<string> {
  const from = request.from ?? ZERO_ADDRESS;
  const nonce = request.nonce ?? state.account(from)?.nonce ?? 0n;
  const authorities = (request.authorizationList ?? []).flatMap((given) => authorityOf(given, evmChainId) ?? []);
  const addresses = [from, request.to ?? createAddress(from, nonce), ...authorities];
  return new Set(
    [...addresses, ...precompiledIn(rules.hardfork).values(), ...PRECOMPILES.map(({ address }) => address)].map(toHex),
  );
}

/**
 * Returns the access list of a call. If the gas left decides what a call touches, the list may never settle. Then the
 * caller's timeout ends the search.
 */
export async function accessListOf(
  machine: Machine<WorkingState>,
  request: EvmCallRequest,
  gas: bigint,
  context: BlockContext,
): Promise<EvmAccessListOutcome> {
  if (BigInt(request.authorizationList?.length ?? 0) > gas / BigInt(AUTHORIZATION_GAS))
    return { type: 'refused', reason: 'insufficient gas to process all authorizations' };
  const warm = warmFor(request, machine, context);
  for (let before = new Touched(warm, request.accessList ?? []); ; ) {
    const { list } = before;
    const touched = new Touched(warm, list);
    const start = machine.state.checkpoint();
    const { outcome } = await simulate(
      machine,
      messageOf({ ...request, accessList: list }, gas, context),
      context,
      touched,
    );
    machine.state.revertTo(start);
    if (outcome.type === 'refused') return outcome;
    if (touched.spelled === before.spelled) return { type: 'listed', accessList: list, outcome };
    before = touched;
  }
}
