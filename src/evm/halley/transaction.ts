/**
 * Executes a message around its frames: warm addresses, authorizations, writes to storage, destroyed accounts and
 * refunds (go-ethereum `state_transition.go` from `innerExecute` on). The caller handles nonce and fee.
 */
import { bytesOfText, textOfAddress } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { applyAuthorizations } from '../authorizations.js';
import type { IntrinsicGas } from '../intrinsic_gas.js';
import type { Execution, Message } from '../machine.js';
import type { MachineState } from '../state.js';
import { codeOf, isEmpty } from './accounts.js';
import { createByHost } from './creations.js';
import type { Ended } from './frame.js';
import { REVERTED } from './halts.js';
import { callByHost } from './host_calls.js';
import * as layout from './layout.js';
import type { Run } from './run.js';

/** Fraction of the used gas that is refunded at most (EIP-3529). */
const MAX_REFUND_QUOTIENT = 5n;
/** Most gas: the interpreter counts it in signed 64-bit integers. */
const MAX_GAS = 2n ** 63n - 1n;

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Implements `Machine.execute`. */
export function execute<S extends MachineState>(run: Run<S>, gas: IntrinsicGas): Execution | Promise<Execution> {
  const { message, state, context } = run;
  warmUp(run, message);
  run.authorized = applyAuthorizations(state, message.authorizationList ?? [], context.evmChainId, (authority) =>
    run.warm.add(textOfAddress(authority)),
  );
  const limit = min(message.gasLimit - gas.intrinsic, MAX_GAS);
  const { from, to, value, input } = message;
  if (to !== undefined) warmUpDelegate(run, to);
  const ended =
    to === undefined
      ? createByHost(run, { from, value, initcode: input, gas: limit })
      : callByHost(run, { depth: 0, from, to, value, input, gas: limit, isStatic: false });
  const finish = (later: Ended): Execution => finished(run, gas, gas.intrinsic + limit - later.gasLeft, later);
  return ended instanceof Promise ? ended.then(finish) : finish(ended);
}

/** Marks addresses and slots as warm, so that they do not cost their cold price (EIP-2929, 2930, 3651). */
function warmUp<S extends MachineState>(run: Run<S>, { from, to, accessList }: Message): void {
  run.warm.add(textOfAddress(from));
  run.warm.add(textOfAddress(run.context.coinbase));
  if (to !== undefined) run.warm.add(textOfAddress(to));
  for (const { address, storageKeys } of accessList ?? []) {
    run.warm.add(textOfAddress(address));
    for (const key of storageKeys) {
      run.wasm.setWord(layout.SLOT_KEY, key);
      run.wasm.call.accessSlot(run.numberOf(address));
    }
  }
}

/** Marks the delegate of the message's callee as warm, as it is after the authorizations (EIP-7702). */
function warmUpDelegate<S extends MachineState>(run: Run<S>, to: Bytes): void {
  const { delegate } = codeOf(run, run.state.account(to));
  if (delegate !== undefined && run.rules.hasDelegations) run.warm.add(textOfAddress(delegate));
}

function finished<S extends MachineState>(
  run: Run<S>,
  gas: IntrinsicGas,
  spent: bigint,
  { error, output }: Ended,
): Execution {
  const earned = run.authorized + (error === undefined ? run.refund : 0n);
  const refund = min(earned, spent / MAX_REFUND_QUOTIENT);
  if (run.message.isDiscarded !== true) run.handOver();
  removeDestroyed(run);
  removeTouched(run);
  const reverted = error === REVERTED;
  return {
    error,
    reverted,
    output: error === undefined || reverted ? output : EMPTY_BYTES,
    logs: error === undefined ? run.logs : [],
    gasUsed: max(spent - refund, gas.floor),
    maxUsedGas: max(spent, gas.floor),
    burned: run.burned,
    consoleCalls: run.consoleLogs,
  };
}

/**
 * Deletes destroyed accounts with the balance that they still have. EIP-6780 determines which accounts are destroyed.
 */
function removeDestroyed<S extends MachineState>(run: Run<S>): void {
  for (const text of run.destroyed) {
    const address = bytesOfText(text);
    run.burned += run.account(address).balance;
    run.state.setAccount(address, undefined);
  }
}

/** Deletes empty accounts that were touched (EIP-161). */
function removeTouched<S extends MachineState>(run: Run<S>): void {
  for (const text of run.touched) {
    const address = bytesOfText(text);
    const account = run.state.account(address);
    if (account !== undefined && isEmpty(account)) run.state.setAccount(address, undefined);
  }
}
