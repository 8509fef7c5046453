/**
 * Implements `personal_unlockAccount`. It returns true, as geth does; a cosmos-evm node always returns false
 * (evm-json-rpc.md 1.7).
 */
import { ALICE } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { password, unlockSeconds } from '../params/account.js';
import { address } from '../params/values.js';
import { checkUnlockAllowed } from '../signing/account_unlock.js';
import { unknownAccount } from '../signing/sign.js';

/** Duration that geth uses when none is given. */
const DEFAULT_SECONDS = 300n;
/** Longest duration that Go's `time.Duration` can represent. */
const MAX_SECONDS = (2n ** 63n - 1n) / 10n ** 9n;

export const personal_unlockAccount = evmMethod({
  name: 'personal_unlockAccount',
  summary: 'Lets the node sign for an account, for 300 seconds by default; 0 means until the node stops.',
  params: [address, password, unlockSeconds],
  result: 'true',
  trustedOnly: true,
  handler: async (context, account, secret, seconds = DEFAULT_SECONDS) => {
    checkUnlockAllowed(context);
    const { evm } = context;
    if (seconds > MAX_SECONDS) throw refusal('unlock duration too large');
    if (!evm.isLocked(account) && evm.signer(account) === undefined) throw unknownAccount(account);
    await evm.unlock(account, secret, seconds === 0n ? undefined : Number(seconds));
    return true;
  },
  example: { params: [ALICE, ''], result: true },
});
