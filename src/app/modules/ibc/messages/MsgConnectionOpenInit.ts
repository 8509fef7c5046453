/** `ibc.core.connection.v1.MsgConnectionOpenInit` is the first step of a connection's handshake. */
import { MsgConnectionOpenInitResponse, MsgConnectionOpenInit as request } from '../../../../codec/ibc/connection.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { checkCounterparty, checkOwnClient } from '../connection/check.js';
import { openInit } from '../connection/handshake.js';
import { checkVersion } from '../connection/versions.js';
import { ibcFailure, within } from '../failure.js';
import { signedBy } from '../signer.js';

export const MsgConnectionOpenInit = defineMessage({
  message: request,
  response: MsgConnectionOpenInitResponse,
  signers: signedBy,
  handle: ({ clientId, counterparty, version, delayPeriod }, context) => {
    checkOwnClient(clientId);
    if (counterparty.connectionId !== '')
      throw ibcFailure('invalidConnectionCounterparty', 'counterparty connection identifier must be empty');
    if (version !== undefined) within('basic validation of the provided version failed', () => checkVersion(version));
    checkCounterparty(counterparty);
    within('connection handshake open init failed', () =>
      openInit(context, clientId, counterparty, version, delayPeriod),
    );
    return {};
  },
});
