/** `cosmos.auth.v1beta1.MsgUpdateParams` sets the limits and gas prices of Cosmos transactions, by a proposal. */
import { checkAuthorityOfAuth, defineUpdateParams, invalidParams } from '../../../sdk/module/authority.js';
import { AuthParams } from '../params.js';
import { writeAuthParams } from '../store.js';

/** Names of the parameters in the SDK's errors. None of them may be zero. */
const NAMES = {
  txSigLimit: 'tx signature limit',
  sigVerifyCostEd25519: 'ED25519 signature verification cost',
  sigVerifyCostSecp256k1: 'SECK256k1 signature verification cost',
  maxMemoCharacters: 'max memo characters',
  txSizeCostPerByte: 'tx size cost per byte',
} as const;

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.auth.v1beta1',
  aminoName: 'cosmos-sdk/x/auth/MsgUpdateParams',
  params: AuthParams,
  check: checkAuthorityOfAuth,
  update(params, { state }) {
    for (const name of Object.keys(NAMES) as (keyof typeof NAMES)[])
      if (params[name] === 0n) throw invalidParams(`invalid ${NAMES[name]}: 0`);
    writeAuthParams(state, params);
  },
});
