/**
 * Implements `prestateTracer`: the state that a run reads, as it was before. With `diffMode` it is what the run
 * changed, before and after (go-ethereum `eth/tracers/native/prestate.go`). As in geth, only the transaction and its
 * operations are observed. What stateful precompiles read or write is not seen.
 */
import { createAddress } from '../../../codec/ethereum/tx.js';
import { delegateOf, signerOf } from '../../../evm/authorizations.js';
import type { FrameStart, Step } from '../../../evm/observer.js';
import { codesThatAccess, opcodeOf } from '../../../evm/opcodes.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { flagOf } from '../config.js';
import { addressOf, slotOf } from '../geth_error_text.js';
import { accountsJson, isEmpty, Prestate } from '../prestate.js';
import { diffOf } from '../prestate_diff.js';
import type { TracedMessage, Tracer, TracerDefinition } from '../tracer.js';

const SLOAD = opcodeOf('SLOAD');
const SSTORE = opcodeOf('SSTORE');
const ACCOUNT_OPS = codesThatAccess('account');

export const tracer: TracerDefinition = {
  name: 'prestateTracer',
  create(message: TracedMessage): Tracer {
    const { config, state, budget } = message;
    const [diffMode, includeEmpty] = [flagOf(config, 'diffMode'), flagOf(config, 'includeEmpty')];
    if (diffMode && includeEmpty)
      throw new HalleyError('invalid-argument', 'cannot use diffMode with includeEmpty', { diffMode, includeEmpty });
    const options = { withCode: !flagOf(config, 'disableCode'), withStorage: !flagOf(config, 'disableStorage') };
    const prestate = new Prestate(state, options, budget);
    lookAhead(message, prestate);
    return {
      observer: {
        step: (step) => {
          if (!budget.isFull && step.error === undefined) lookWhereItActs(step, prestate);
        },
        enter: (frame) => {
          // `lookAhead` covers the outermost frame: the delegates of the transaction's own authorizations do not count
          // there.
          if (!budget.isFull && frame.depth > 0) lookWhereItGoes(frame, prestate);
        },
      },
      result: () => {
        const seen = prestate.accounts;
        if (!diffMode)
          return accountsJson(new Map([...seen].filter(([, account]) => includeEmpty || !isEmpty(account))));
        const { pre, post } = diffOf(seen, state, options);
        const after = accountsJson(post);
        budget.take(after.length);
        return `{"post":${after},"pre":${accountsJson(pre)}}`;
      },
    };
  },
};

/** Records the accounts that the transaction itself reads. */
function lookAhead({ from, to, coinbase, authorizationList, state }: TracedMessage, prestate: Prestate): void {
  if (to === undefined) prestate.lookAt(createAddress(from, state.account(from)?.nonce ?? 0n));
  else lookWithDelegate(to, prestate);
  prestate.lookAt(from);
  prestate.lookAt(coinbase);
  for (const authorization of authorizationList ?? []) {
    const signer = signerOf(authorization);
    if (signer !== undefined) prestate.lookAt(signer);
  }
}

/** Records an account and the one whose code it runs (EIP-7702). */
function lookWithDelegate(address: Bytes, prestate: Prestate): void {
  prestate.lookAt(address);
  const delegate = delegateOf(prestate.codeOf(address));
  if (delegate !== undefined) prestate.lookAt(delegate);
}

/** Records the receiver of a frame, which has changed nothing when it is reported. */
function lookWhereItGoes({ type, to }: FrameStart, prestate: Prestate): void {
  if (type === 'CREATE' || type === 'CREATE2' || type === 'SELFDESTRUCT') prestate.lookAt(to);
  else lookWithDelegate(to, prestate);
}

function lookWhereItActs(step: Step, prestate: Prestate): void {
  const { op } = step;
  const isAccess = op === SLOAD || op === SSTORE;
  if (!isAccess && !ACCOUNT_OPS.has(op)) return;
  const top = step.stack().at(-1);
  if (top === undefined) return;
  if (isAccess) prestate.lookAtSlot(step.address, slotOf(top));
  else prestate.lookAt(addressOf(top));
}
