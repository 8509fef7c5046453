/**
 * `prestateTracer`: what a run needs to know of the state, as it was before; with `diffMode` what it changed, before and
 * after (go-ethereum `eth/tracers/native/prestate.go`). As in geth, the transaction and the operations are looked at:
 * what the chain's own contracts read or write besides is not seen.
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
          // The outermost was looked at before it: authorizations of the transaction itself lead no further.
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

/** What the transaction itself looks at. */
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

/** EIP-7702: whose code runs there. */
function lookWithDelegate(address: Bytes, prestate: Prestate): void {
  prestate.lookAt(address);
  const delegate = delegateOf(prestate.codeOf(address));
  if (delegate !== undefined) prestate.lookAt(delegate);
}

/** A frame has changed nothing yet when it is told. */
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
