/** `ibc.core.connection.v1.MsgConnectionOpenTry` is the second step of a connection's handshake, on the other chain. */
import { MsgConnectionOpenTryResponse, MsgConnectionOpenTry as request } from '../../../../codec/ibc/connection.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { checkCounterparty, checkOwnClient } from '../connection/check.js';
import { openTry } from '../connection/handshake.js';
import { checkVersion } from '../connection/versions.js';
import { ibcFailure, within } from '../failure.js';
import { checkConnectionId } from '../identifiers.js';
import { checkProof } from '../routed.js';
import { signedBy } from '../signer.js';

const MAX_VERSIONS = 100;

export const MsgConnectionOpenTry = defineMessage({
  message: request,
  response: MsgConnectionOpenTryResponse,
  signers: signedBy,
  handle: ({ clientId, counterparty, counterpartyVersions, delayPeriod, proofInit, proofHeight }, context) => {
    checkOwnClient(clientId);
    within('invalid counterparty connection ID', () => checkConnectionId(counterparty.connectionId));
    if (counterpartyVersions.length === 0) throw ibcFailure('invalidVersion', 'empty counterparty versions');
    if (counterpartyVersions.length > MAX_VERSIONS)
      throw ibcFailure('invalidVersion', `counterparty versions must not exceed ${MAX_VERSIONS} items`);
    for (const [index, version] of counterpartyVersions.entries())
      within(`basic validation failed on version with index ${index}`, () => checkVersion(version));
    checkProof(proofInit, 'proof init');
    checkCounterparty(counterparty);
    const offer = { clientId, counterparty, counterpartyVersions, delayPeriod };
    within('connection handshake open try failed', () =>
      openTry(context, offer, { proof: proofInit, height: proofHeight }),
    );
    return {};
  },
});
